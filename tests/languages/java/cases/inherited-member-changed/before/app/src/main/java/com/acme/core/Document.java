package com.acme.core;

public abstract class Document {
  public String render() {
    return title() + "\n" + body();
  }

  protected abstract String title();

  protected String body() {
    return "";
  }
}
