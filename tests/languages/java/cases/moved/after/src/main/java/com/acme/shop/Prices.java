package com.acme.shop;

import java.util.List;

/** Prices of an order. */
public class Prices {
  private static final int FREE_FROM = 50;

  private long shipping(List<Item> items) {
    return items.isEmpty() ? 0 : 5;
  }
}
