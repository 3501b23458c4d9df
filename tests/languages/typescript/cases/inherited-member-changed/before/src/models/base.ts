export default class Base {
  save(name: string) {
    return name.trim();
  }

  load() {
    return null;
  }
}
