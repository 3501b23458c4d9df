#!/usr/bin/env node
// Every form of definition in JavaScript.
import Ledger, { Currency as Money, Locale } from "./ledger.js";
import * as rates from "../rates.mjs";
import "./polyfill";

export { Currency, Rate as ExchangeRate, default as Fallback } from "./currency";
export * from "./money";
export * as formats from "./formats";
export { settle as settleAll, Account as Holder };

/** How many digits an amount may have. */
export const MAX_DIGITS = 12;
const minimum = 1,
  maximum = 2 ** 53;
let lastRate;
var shared = "x";
const { timeout, retries: attempts = 3, nested: { depth }, ...others } = loadSettings();
const [first, , second = 2, ...remaining] = loadList();

/** Adds up. */
export function settle(accounts, { strict, scale: digits } = {}, ...rest) {
  const local = () => accounts.length;
  return local() + settle(accounts, {}, ...rest);
}

export async function fetchRate(of, at = new Date()) {
  return rates.get(of, at);
}

function* steps() {
  yield 1;
}

export const round = (amount) => Math.round(amount);
export const identity = value => value, twice = async function (value) {
  return value * 2;
};
const numbers = function* () {
  yield* steps();
};

/** Holds money. */
export class Account extends rates.Holder {
  static LIMIT = 100;
  #secret = 1;
  _cache = new Map();
  currency;
  "quoted-name" = 1;
  onChange = (amount) => this.#secret + amount;
  static defaults = {
    build() {},
  };
  [rates.KEY] = 1;

  static {
    Account.count = 1;
  }

  constructor(name, limit = 10) {
    super(name);
    this.limit = limit;
    this.low = this.high = 0;
    this.currency = "EUR";
    if (limit > 5) {
      this.vip = true;
    }
    rates.on(() => {
      this.later = 1;
    });
  }

  /** The current amount. */
  get amount() {
    return this.limit;
  }

  set amount(value) {
    this.limit = value;
  }

  static async *all() {}
  #hidden() {}
  toString() {
    return this.toString();
  }
  *[Symbol.iterator]() {}
  ["computed"]() {}
}

const Point = class Coordinates extends Account {
  x = 1;
};

const api = {
  get(path) {
    return path;
  },
  post: async (path, body) => ({ path, body }),
  retries: 3,
  users: {
    list: function () {},
  },
  "by-name": (name) => name,
  Client: class {
    connect() {}
  },
  set token(value) {},
};

function Queue() {
  this.items = [];
}
Queue.prototype.push = function (item) {
  this.items.push(item);
};
Queue.prototype = {
  pop() {},
};
Queue.create = () => new Queue();

const { readFile, join: joinPath } = require("./files");
const Base = require("./base");

exports.open = function (path) {
  return readFile(path);
};
exports.VERSION = "1.0";
module.exports.Store = class extends Base {
  load() {}
};
module.exports = { api, close() {} };

if (MAX_DIGITS > 3) {
  var conditional = 1;
}
try {
  settle([]);
} catch (error) {
  function recover() {}
}
for (let index = 0; index < 3; index++) {
  var looped = index;
}

(function () {
  var hidden = 1;
})();
register(class { anonymous() {} }, { method() {} }, () => { const inner = 1; });

export default {
  name: "ledger",
  data() {
    return {};
  },
  methods: {
    refresh() {},
  },
};
