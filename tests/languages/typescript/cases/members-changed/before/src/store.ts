export class Store {
  static limit: number = 100;
  #entries = new Map<string, string>();

  private load(name: string) {
    return name.trim();
  }

  get size(): number {
    return this.#entries.size;
  }

  find(name: string) {
    return this.#entries.get(name) ?? this.load(name);
  }
}
