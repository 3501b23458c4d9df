package com.acme.core;

public class Letter extends Document {
  @Override
  protected String title() {
    return "Letter";
  }
}
