package com.acme.web;

import com.acme.core.Document;

public class Page extends Document {
  @Override
  protected String title() {
    return "Page";
  }
}
