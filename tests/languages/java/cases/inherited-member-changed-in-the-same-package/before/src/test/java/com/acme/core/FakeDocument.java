package com.acme.core;

public class FakeDocument extends Document {
  @Override
  protected String title() {
    return "FakeDocument";
  }
}
