package com.acme.shop
import com.acme.money.{
  Money,
  Currency => Coin
}
import com.acme.store._

/**
 * Adds up what the items cost,
 * without what is taken off, and
 * rounds it to the smallest coin there is.
 */
object Totals:
  private final val Limit = 1000L;
  val rates : Map[ String, Double ] =
    Map(
      "a" -> 1.5,
      "b" -> (2.5),
    )
  lazy val (low, high) =
    (rates.values.min, rates.values.max)

  def total(
      items: Seq[Item],
      discount: Int = 0,
  )(implicit
      coin: Coin,
  ): Money =
    val sum = items
      .map((item) => item.price * (1 + item.tax))
      .sum // rounded later
    if sum > Limit then
      warn(s"more than ${Limit}: ${sum + 1}"); Money(Limit)
    else
      Money((sum - discount))
  end total

  def label(order: Order): String =
    order match
      case Order(id, _) if (id > 0) => "order " + id
      case Draft | Empty =>
        val text = """a
      |b""".stripMargin
        text
      case _ =>
        ""

  def pairs(n: Int) =
    for
      i <- 1 to n
      j <- i to n if i + j > 2
    yield (i, j)

  def names(orders: List[Order]): List[String] =
    orders
      .filter(_.isOpen)
      .map { order => order.name.trim }
      .sorted

  def safely[T](body: => T): Option[T] =
    try
      Some(body)
    catch
      case e: Exception => None
    finally
      close()

  private def loop(n: Int): Int =
    var i = n
    while i > 0 do
      i -= 1
    i

  def single =
    { 1 }
end Totals

case class Line(
    number: Int,
    text: String = "",
    private val raw: Array[Byte] = Array.empty
) extends Labelled, Ordered[Line]:
  protected override def compare(that: Line): Int =
    number.compare(that.number)

  def add(other: Line,
          separator: String): Line =
    copy(number, (text + separator) + other.text)

trait Labelled
{
  def name: String;
  type Key;
}

class Empty {
}

enum Color(val rgb: Int):
  case Red extends Color(0xff0000)
  case Green,
    Blue

extension (line: Line)
  def isBlank: Boolean = line.text.isEmpty

given Ordering[Line] with
  def compare(a: Line, b: Line): Int =
    a.number - b.number
