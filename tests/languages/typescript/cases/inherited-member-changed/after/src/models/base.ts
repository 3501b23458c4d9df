export default class Base {
  save(name: string) {
    return name.trim().normalize();
  }

  load() {
    return null;
  }
}
