package com.acme.shop;

import java.util.List;

/** Prices of an order. */
public class Prices {
  private static final int FREE_FROM = 50;

  /** What the customer pays, shipping included. */
  public long total(List<Item> items, Coupon coupon) {
    long sum = 0;
    for (Item item : items) {
      sum += item.price() * item.count();
    }
    if (coupon != null && coupon.isValid()) {
      sum -= sum * coupon.percent() / 100;
    }
    return sum < FREE_FROM ? sum + shipping(items) : sum;
  }

  private long shipping(List<Item> items) {
    return items.isEmpty() ? 0 : 5;
  }
}
