package com.acme.shop

private const val FREE_FROM = 50

/** Prices of an order. */
class Prices(private val shipping: Long) {
    /** What the customer pays, shipping included. */
    fun total(items: List<Item>, coupon: Coupon? = null): Long {
        var sum = items.sumOf { it.price * it.count }
        if (coupon != null && coupon.isValid) {
            sum -= sum * coupon.percent / 100
        }
        return if (sum < FREE_FROM) sum + shipping else sum
    }

    fun isFree(items: List<Item>): Boolean = total(items) >= FREE_FROM
}
