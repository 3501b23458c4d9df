export function applyDiscount(price: number, ratio: number = 0.2): number {
  if (ratio < 0 || ratio > 1) {
    throw new RangeError("a ratio is between 0 and 1");
  }
  const rounded = Math.round(price * (1 - ratio) * 100) / 100;
  return rounded > 0 ? rounded : applyDiscount(price, 0);
}

export const currency: string = "EUR";

export const format = (amount: number, digits = 2): string => `${amount.toFixed(digits)} ${currency}`;
