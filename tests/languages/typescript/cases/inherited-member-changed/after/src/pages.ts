import { Model as Parent } from "./models";

export class Page extends Parent {
  title = "";
}

export class Quiet extends Parent {
  save() {
    return "";
  }
}
