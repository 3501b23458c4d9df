@file:JvmName("Orders")

package com.acme.shop

import com.acme.money.Money
import com.acme.store.Repository as Store
import kotlin.math.*

/** Never more than this. */
const val MAX_ITEMS = 100
val DEFAULT_LABEL = "order"
private var counter: Int = 0
internal lateinit var registry: Store

typealias Handler<T> = (Order, T) -> Unit
private typealias Names = List<String>

/** Adds up. */
fun total(items: List<Item>, discount: Int = 0): Money {
    fun local(x: Int) = x
    class Hidden(val a: Int)
    val sum = items.sumOf { it.price }
    return Money(sum - local(discount))
}

fun total(items: Array<out Item>) = total(items.toList())

fun String.shout(times: Int = 1): String = repeat(times) + "!"

fun <T : Any> List<Map<String, T?>>?.second(): T? = this?.get(1)?.values?.first()

val String.lastChar: Char
    get() = this[length - 1]

operator fun Money.plus(other: Money): Money = Money(amount + other.amount)

suspend inline fun <reified T> retry(vararg delays: Long, crossinline block: suspend () -> T): T where T : Comparable<T> {
    return block()
}

private tailrec infix fun Int.gcd(other: Int): Int = if (other == 0) this else other gcd (this % other)

fun `a name with spaces`() = Unit

/** What a customer wants to buy. */
@Serializable
@Table(name = "orders")
open class Order<out T : Item>(
    val id: Long,
    @field:NotNull protected var label: String = DEFAULT_LABEL,
    private val secret: ByteArray,
    size: Int,
) : Store.Base<T>(id), Comparable<Order<*>>, Labelled by Labels where T : Any {
    private val items = mutableListOf<T>()
    val size: Int get() = items.size

    var state: State = State.NEW
        private set(value) {
            field = value
        }
    val lazyTotal by lazy { total(items) }

    @Deprecated("old")
    lateinit var owner: String

    init {
        val local = 1
        require(local > 0)
    }

    constructor(id: Long) : this(id, secret = ByteArray(0), size = 0) {
        counter++
    }

    private constructor() : this(0)

    fun add(item: T) {
        items += item
    }

    fun add(item: T, count: Int, onAdded: (T, Int) -> Unit = { _, _ -> }) {
        val listener = object : Listener {
            override fun added(o: Any) = Unit
        }
        listener.added(item)
    }

    override fun compareTo(other: Order<*>): Int = id.compareTo(other.id)

    private fun <R> internalFold(f: (R?) -> R): R = f(null)

    inner class Line(val number: Int) {
        fun Item.weight() = number
    }

    companion object {
        const val PREFIX = "o-"

        @JvmStatic
        fun of(id: Long): Order<Item> = Order(id)
    }

    private object Cache : HashMap<String, Order<*>>() {
        val HITS = 0
    }

    enum class State(val text: String) : Labelled {
        NEW("new"),

        @Deprecated("unused")
        PAID("paid") {
            override fun isOpen() = false
        },
        SENT("sent"),
        ;

        open fun isOpen() = true

        companion object Factory {
            fun parse(text: String): State? = null
        }
    }
}

data class Point(val x: Int, val y: Int)

@JvmInline
value class Meters(private val amount: Double)

sealed interface Shape : Labelled {
    val area: Double

    fun scale(factor: Double): Shape

    data object Empty : Shape {
        override val area = 0.0

        override fun scale(factor: Double) = this
    }
}

fun interface Visitor<in R> {
    fun visit(order: R)
}

annotation class Audited(
    val value: String,
    val level: Int = 1,
)

enum class Plain { A, B }

abstract class Empty

object Registry {
    private val entries = HashMap<String, Any>()
    var size = 0
        private set
}
