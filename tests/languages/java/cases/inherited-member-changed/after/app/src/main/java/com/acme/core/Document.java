package com.acme.core;

public abstract class Document {
  public String render() {
    return title() + "\n\n" + body();
  }

  protected abstract String title();

  protected String body() {
    return "";
  }
}
