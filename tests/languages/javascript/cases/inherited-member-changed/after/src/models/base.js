export default class Base {
  save(name) {
    return name.trim().normalize();
  }

  load() {
    return null;
  }
}
