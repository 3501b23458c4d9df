export const currency: string = "EUR";

export const format = (amount: number): string => `${amount.toFixed(2)} ${currency}`;
