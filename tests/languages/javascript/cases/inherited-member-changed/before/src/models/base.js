export default class Base {
  save(name) {
    return name.trim();
  }

  load() {
    return null;
  }
}
