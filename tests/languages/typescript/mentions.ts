import { Order, type Money } from './models';
import tools = require('./tools');

export interface Priced<T> extends Named, api.Thing<T> {
  readonly price: Money<T>;
  total(rate: number, by?: api.Rate): Order;
}

type Pair<A> = { [K in keyof A]: Wrapped<A[K]> } | typeof limit;
enum Color { Red = start(), Green }

export abstract class Cart<T> extends Base<T> implements Priced<T> {
  private items: Array<Item> = [];

  constructor(private readonly owner: Buyer, rate: number) {
    super(owner);
    this.items = load<Item>(rate, owner as Person);
  }

  @logged
  @cached(limit)
  get first(): Item | undefined {
    const found = this.items[0]!;
    return found satisfies Item ? found.value : fallback;
  }

  abstract price(rate: number): Money;
}

namespace shop {
  export const limit: number = 3;
  export function check(x: unknown): x is Money {
    return limit > Color.Red;
  }
}

function make<T>(callback: (value: T) => Order): Cart<T> {
  const view = new Cart<T>(callback);
  shop.count += 1;
  return <Cart<T>>view;
}
