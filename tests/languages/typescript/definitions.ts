// Every form of definition in TypeScript.
import Ledger, { Currency as Money, type Locale } from "./ledger";
import * as rates from "../rates.js";
import type { Clock } from "./clock";
import "./polyfill";
import legacy = require("./legacy");
import Tax = rates.Tax;

export { Currency, Rate as ExchangeRate } from "./currency";
export * from "./money";
export * as formats from "./formats";
export { settle as settleAll, Account as default };

/** How many digits an amount may have. */
export const MAX_DIGITS = 12;
const minimum: number = 1,
  maximum = 2 ** 53;
let lastRate: number | undefined;
var shared;
const { timeout, retries: attempts, nested: { depth = 1 }, ...others } = loadSettings();
const [first, , second = 2, ...remaining] = loadList();

/** Adds up. */
export function settle<T extends Account>(accounts: T[], { strict, scale: digits }: Options = {}, ...rest: number[]): number {
  const local = () => accounts.length;
  return local() + settle(accounts, {}, ...rest);
}

export async function fetchRate(of: Money, at?: Date): Promise<number> {
  return rates.get(of, at);
}

function* steps() {
  yield 1;
}

export function parse(text: string): Account;
export function parse(text: string, strict: boolean): Account | undefined;
export function parse(text: string, strict = false): Account | undefined {
  return strict ? undefined : new Account(text);
}

export const round = (amount: number): number => Math.round(amount);
export const identity = <T,>(value: T): T => value, twice = async function (value: number) {
  return value * 2;
};
const numbers = function* () {
  yield* steps();
};
let handler: Handler = (event) => event.stop();

/** Holds money. */
@Entity({ table: "accounts" })
export class Account<T = unknown> extends rates.Holder<T> implements Named, Serializable<T> {
  static readonly LIMIT = 100;
  static count = 0;
  @Column() private balance: number = 0;
  protected readonly id!: string;
  declare kind?: string;
  #secret = 1;
  _cache = new Map<string, number>();
  "quoted-name" = 1;
  onChange = (amount: number) => this.#secret + amount;
  [rates.KEY]: string;
  [index: string]: unknown;

  static {
    Account.count = 1;
  }

  constructor(name: string, private readonly owner: Owner, public limit = 10, readonly tag?: string) {
    super(name);
    this.balance = limit;
    this.history = [];
  }

  /** The current amount. */
  get amount(): number {
    return this.balance;
  }

  set amount(value: number) {
    this.balance = value;
  }

  public deposit(amount: number): this;
  public deposit(amount: number, note: string): this;
  public deposit(amount: number, note?: string): this {
    return this;
  }

  /** Documented above its decorators. */
  @Log("audit") @Once private audit(): void {}
  static async *all(): AsyncGenerator<Account> {}
  #hidden() {}
  override toString() {
    return this.toString();
  }
  *[Symbol.iterator]() {}
  ["computed"]() {}
}

export abstract class Shape {
  abstract readonly sides: number;
  protected abstract area(scale: number): number;
  abstract get name(): string;
}

const Point = class Coordinates extends Shape {
  x = 1;
};

export interface Named<T = string> extends rates.Base<T>, Comparable {
  readonly name: T;
  nickname?: string;
  rename(to: T): void;
  rename(to: T, quietly: boolean): void;
  "full-name": string;
  get initials(): string;
  (call: string): void;
  new (name: T): Named<T>;
  [key: string]: unknown;
}

export type Handler<E = Event> = (event: E) => void;
type Shapes = "circle" | "square";

export enum Level {
  Low,
  High = 10,
  "very-high" = High * 2,
}
declare const enum Flag {
  On = 1,
}

export namespace Bank.Internal {
  export const FEE = 2;
  export function charge() {}
  interface Receipt {
    total: number;
  }
}
namespace Bank.Internal {
  export class Vault {}
}

declare module "@scope/plugin.core" {
  interface Plugin {
    install(): void;
  }
}
declare module "untyped";
declare global {
  interface Window {
    bank: Account;
  }
  var DEBUG: boolean;
}
declare function external(name: string): void;
declare class Native {
  run(times: number): void;
}
declare let version: string;

export const api = {
  get(path: string) {
    return path;
  },
  post: async (path: string, body: unknown) => ({ path, body }),
  retries: 3,
  users: {
    list: function () {},
  },
  set token(value: string) {},
} as const;
const routes = { home: () => "/" } satisfies Record<string, () => string>;

if (MAX_DIGITS > 3) {
  var conditional = 1;
}
try {
  settle([]);
} catch (error) {
  function recover() {}
}

register(class { anonymous() {} }, { method() {} }, () => { const inner = 1; });

export default function () {
  return MAX_DIGITS;
}
