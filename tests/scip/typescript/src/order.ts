import plain, { Base, LIMIT, net as n } from "./base";
import * as everything from "./base";

export class Order extends Base {
  run(x: number): number { const s = "😀é"; return s.length + n(x) + this.größe + LIMIT; }
}
/* 😀😀 */ everything.net(2); plain(); /* é */ new Order().run(n(1));
