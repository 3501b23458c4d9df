package com.acme.shop

import com.acme.money.Money

/** What customers pay. */
object Prices {
  final val FreeFrom = 5000

  private def shipping(items: Seq[Item]): Int =
    items.map(_.weight).max * 2
}
