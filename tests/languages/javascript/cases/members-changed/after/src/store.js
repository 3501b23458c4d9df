export class Store {
  static limit = 200;
  #entries = new Map();

  _load(name) {
    return name.trim().toLowerCase();
  }

  get size() {
    return this.#entries.size;
  }

  find(name, fallback) {
    return this.#entries.get(name) ?? this._load(name);
  }

  clear() {
    this.#entries.clear();
  }
}
