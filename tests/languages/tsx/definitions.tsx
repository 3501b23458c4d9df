// Every form of definition that TypeScript with JSX adds to, and some that it shares.
import React, { useState, type ReactNode } from "react";
import { theme as defaultTheme } from "./theme";

/** What a card shows. */
export interface CardProps<T> {
  title: string;
  items: T[];
  render?(item: T): ReactNode;
}

type State = { open: boolean };

export enum Size {
  Small = "s",
  Large = "l",
}

namespace Ui {
  export const GAP = 8;
}

export const EMPTY = <p>Nothing here</p>;

export function Card<T>({ title, items, render = String }: CardProps<T>) {
  const [open, setOpen] = useState(false);
  return (
    <section className="card" onClick={() => setOpen(!open)}>
      <h1>{title}</h1>
      {items.map((item) => (
        <li key={String(item)}>{render(item)}</li>
      ))}
      <Ui.Footer {...defaultTheme} />
    </section>
  );
}

export const Badge: React.FC<{ count: number }> = ({ count }) => <b>{count}</b>;
const Lazy = React.lazy(() => import("./lazy"));
const Memo = React.memo(function Inner() {
  return <i />;
});
const pick = <T,>(items: T[]) => items[0];

export class Panel extends React.Component<CardProps<string>, State> {
  static defaultProps = { title: "" };
  state: State = { open: false };
  private toggle = () => this.setState({ open: true });

  render() {
    return <Card title="x" items={[]} onToggle={this.toggle} />;
  }
}

Panel.displayName = "Panel";
Card.Header = ({ text }: { text: string }) => <h2>{text}</h2>;

export default React.forwardRef<HTMLElement, CardProps<string>>((props, ref) => <Card {...props} />);
