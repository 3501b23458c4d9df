export interface Named {
  name: string;
}

export abstract class Base implements Named {
  name = "é";
  größe = 1;
  abstract run(n: number): number;
}

export const LIMIT = 3;

export function net(price: string): string;
export function net(price: number): number;
export function net(price: any): any {
  return price / 1.2;
}

export default function plain() {
  return 1;
}
