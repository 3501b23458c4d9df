export class Store {
  static limit: number = 200;
  #entries = new Map<string, string>();

  private load(name: string) {
    return name.trim().toLowerCase();
  }

  get size(): number {
    return this.#entries.size;
  }

  find(name: string, fallback?: string) {
    return this.#entries.get(name) ?? this.load(name);
  }

  clear() {
    this.#entries.clear();
  }
}
