package com.acme.web;

import com.acme.core.Document;

public class Quiet extends Document {
  @Override
  public String render() {
    return "";
  }

  @Override
  protected String title() {
    return "Quiet";
  }
}
