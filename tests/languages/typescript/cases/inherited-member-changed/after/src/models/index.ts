export { default as Model } from "./base";
export * from "./mixins";
