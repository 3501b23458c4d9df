import React from "react";

interface Props {
  title: string;
  items: string[];
}

export function Card({ title, items }: Props) {
  return (
    <section className="card">
      <h1>{title}</h1>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
      <Card title={title} items={[]} />
    </section>
  );
}
