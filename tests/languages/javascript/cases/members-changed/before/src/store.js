export class Store {
  static limit = 100;
  #entries = new Map();

  _load(name) {
    return name.trim();
  }

  get size() {
    return this.#entries.size;
  }

  find(name) {
    return this.#entries.get(name) ?? this._load(name);
  }
}
