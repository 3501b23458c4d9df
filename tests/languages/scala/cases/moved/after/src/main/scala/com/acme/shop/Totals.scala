package com.acme.shop

import com.acme.money.Money
import com.acme.shop.Prices.*

object Totals {
  /** The sum of all items after the coupon, with shipping. */
  def total(items: Seq[Item], coupon: Option[Coupon] = None): Money = {
    val sum = items.map(item => item.price * item.count).sum
    val reduced = coupon.fold(sum)(_.reduce(sum))
    if (reduced >= FreeFrom) Money(reduced)
    else Money(reduced + shipping(items))
  }
}
