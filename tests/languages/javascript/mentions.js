import fs, { readFile as read } from './tools/files.js';
import * as shop from 'shop';

export const limit = shop.limit();
let cache = {};

@register
@cached({ size: limit })
export class Cart extends mixin(shop.Base) {
  #total = 0;
  static count = limit;

  constructor(owner, { items, rest = limit } = {}) {
    super(owner);
    this.owner = owner;
    this.items = items ?? other;
  }

  price(rate, ...more) {
    const sum = total(rate);
    for (const item of this.items) {
      sum.add(item.price?.(rate));
      cache[item] = this.#total++;
    }
    var { value, deep: [first] } = sum;
    outer: while (more) break outer;
    try {
      cache = more.map((x) => x + limit + `${shop.name} ${value}`);
    } catch (error) {
      console.log(error, first);
    }
    return new shop.Money({ rate, currency: cache.currency });
  }
}

function make(x) {
  function inner(y) { return helper(y); }
  return inner(x)?.result;
}

export default make;
export { cache as store };
const tools = require('./lib/tools.mjs');
const view = <div className="a">{tools}</div>;
const page = <Page title={limit}><Cart.Row /></Page>;
