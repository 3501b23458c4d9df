package shop.cart

import shop.tools.Limits
import shop.models.Order as Purchase

const val LIMIT: Int = Limits.default()

@Entity
@Table(name = NAMES)
class Cart<T : Item>(val owner: Buyer, rate: Int = LIMIT) : Base<T>(rate), shop.api.Named by owner {
    var total: Money? = null
    private val items = listOf<Item>()

    override fun price(rate: Int, vararg extra: Purchase): List<Money> {
        val sum = sum(rate)
        for (item in items) {
            item.price(rate)?.value = sum
            this.total = item.cost
        }
        items.map { entry -> entry.name(LIMIT) }.filter { it.open }
        val (first, second) = pair(extra, by = first)
        when (val seen = owner.seen) {
            is Known -> return seen.money
            Color.RED -> "$seen ${owner.name(second)}"
        }
        try {
            run(Cart<T>::price)
        } catch (error: ShopError) {
            throw IllegalStateException(error)
        }
        fun inner(x: Int) = x + helper(x)
        return inner(1) as List<Money>
    }

    companion object {
        fun make(): Cart<Item> = object : Maker() {
            override fun run() = LIMIT
        }
    }
}

enum class Color(val code: Int) { RED(Limits.red), GREEN(2) }
typealias Names = Map<String, Purchase>
