package com.acme.shop

import com.acme.money.Money

/** What customers pay. */
object Prices {
  final val FreeFrom = 5000

  /** The sum of all items after the coupon, with shipping. */
  def total(items: Seq[Item], coupon: Option[Coupon] = None): Money = {
    val sum = items.map(item => item.price * item.count).sum
    val reduced = coupon.fold(sum)(_.reduce(sum))
    if (reduced >= FreeFrom) Money(reduced)
    else Money(reduced + shipping(items))
  }

  private def shipping(items: Seq[Item]): Int =
    items.map(_.weight).max * 2
}
