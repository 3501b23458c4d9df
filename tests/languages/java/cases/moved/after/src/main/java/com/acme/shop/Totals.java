package com.acme.shop;

import java.util.List;

public final class Totals {
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
}
