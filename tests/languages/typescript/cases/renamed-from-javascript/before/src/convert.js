import { rates } from "./rates.js";

export const LIMIT = 10;

/** Converts. */
export async function convert(amount, { from, to = "EUR" } = {}, ...rest) {
  const rate = rates?.[from]?.[to] ?? 1;
  return amount * rate > LIMIT ? [amount, , ...rest] : { amount, rate };
}

export default class Converter extends Base {
  #cache = new Map();

  constructor(name, limit = LIMIT) {
    super(name);
    this.limit = limit;
  }

  get size() {
    return this.#cache.size;
  }

  run = (amount) => convert(amount, { from: this.name });
}
