package com.acme.store;

public class Repository {
  public static final int PAGE = 20;
  private long hits;

  public String find(String key) {
    hits++;
    return load(key);
  }

  public int size() {
    return hits;
  }

  private String load(String key) {
    return key.trim();
  }
}
