export const tag = "models";
