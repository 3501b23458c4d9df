package com.acme.core;

public final class Parts {
  public static class Footer {
    public String text() {
      return "Acme";
    }
  }
}
