package com.acme.shop

private const val FREE_FROM = 50

/** Prices of an order. */
class Prices(private val shipping: Long) {
    fun isFree(items: List<Item>): Boolean = total(items) >= FREE_FROM
}
