package shop.cart

import shop.tools.{Limits, Order => Purchase}
import shop.models._

@entity
@table(name = Names)
class Cart[T <: Item](val owner: Buyer, rate: Int = Limits.default) extends Base[T](rate) with api.Named {
  var total: Money = Zero
  private val items = List[Item]()

  def price(rate: Int)(implicit extra: Purchase): Option[Money] = {
    val sum = total(rate)
    val Some(first) = find(sum)
    for (item <- items; (key, value) <- item.pairs) {
      item.cost = sum + key
      this.total = compute(item, by = value)
    }
    items.map(entry => entry.name(Limit)).filter(_.open)
    sum match {
      case Known(money, _) if money.open => money.value
      case other: Purchase => throw new IllegalStateException(other)
      case Limits.Max => s"$first ${owner.name}"
    }
    def inner(x: Int) = helper(x)
    inner(1)
    owner andThen new Maker[T] { def run = rate }
  }
}

object Cart {
  type Names = Map[String, Purchase]
  def make[A](x: A): Cart[A] = Cart.create(x)
}
