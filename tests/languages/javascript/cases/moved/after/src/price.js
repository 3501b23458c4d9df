export const currency = "EUR";

export const format = (amount) => `${amount.toFixed(2)} ${currency}`;
