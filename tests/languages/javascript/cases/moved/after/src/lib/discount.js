export function applyDiscount(price, rate = 0.1) {
  if (rate < 0 || rate > 1) {
    throw new RangeError("a rate is between 0 and 1");
  }
  const rounded = Math.round(price * (1 - rate) * 100) / 100;
  return rounded > 0 ? rounded : applyDiscount(price, 0);
}
