package com.acme.shop

private const val FREE_FROM = 50

/** Prices of an order. */
class Prices(private val shipping: Long = 5) {
    /** What the customer pays, shipping included. */
    fun total(items: List<Item>, voucher: Coupon? = null): Long {
        var sum = items.sumOf { it.price * it.count }
        if (voucher != null && voucher.isValid) {
            sum -= sum * voucher.percent / 100
        }
        return if (sum < FREE_FROM) sum + shipping else sum
    }

    fun isFree(items: List<Item>): Boolean = total(items) >= FREE_FROM
}
