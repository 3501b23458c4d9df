package com.acme.shop

import com.acme.money.Money
import com.acme.store.{Repository, Cache => MemoryCache, *}
import com.acme.time.Clock as Watch
import scala.concurrent.duration._

/** Never more than this. */
final val MAX_ITEMS = 100
val defaultLabel: String = "order"
private var counter: Int = 0
lazy val registry = Registry.create(counter)
val (low, high) = (1, 10)
val first, second = 0

type Handler[T] = (Order, T) => Unit
private type Names = List[String]
opaque type Meters = Double

/** Adds up. */
def total(items: Seq[Item], discount: Int = 0): Money = {
  def local(x: Int) = x
  class Hidden(val a: Int)
  val sum = items.map { item => item.price }.sum
  Money(sum - local(discount))
}

def total(items: Item*): Money = total(items.toSeq)

def curried[A, B <: A](a: A)(f: A => B)(using clock: Watch)(using Money): B = f(a)

def lazily(body: => Unit): Unit =
  val result = body
  result

def `a name with spaces`: Int = 1

/** What a customer wants to buy. */
@SerialVersionUID(1L)
@deprecated("use Basket", since = "2")
abstract class Order[+T <: Item] @Inject() private[shop] (
    val id: Long,
    @volatile protected var label: String = "order",
    private val secret: Array[Byte],
    size: Int
)(implicit clock: Watch)
    extends Repository.Base[T](id)
    with Ordered[Order[_]]
    with Labelled { self: Audited =>

  private[this] val items = scala.collection.mutable.Buffer.empty[T]
  protected def capacity: Int
  val owner: String
  var state, previous: State
  lazy val cached = { val inner = 1; inner }
  type Key <: AnyRef
  private type Index = Map[Key, T]

  def this(id: Long) = this(id, "", Array.empty, 0)

  def add(item: T): Unit = items += item

  def add(item: T, count: Int)(onAdded: (T, Int) => Unit): Unit = {
    val listener = new Listener {
      override def added(o: Any): Unit = ()
    }
    listener.added(item)
  }

  @inline final override def compare(that: Order[_]): Int = id.compare(that.id)

  def +(item: T): Order[T]
  def unary_! : Boolean = items.isEmpty
  def state_=(next: State): Unit = ()

  private def fold[R](f: Option[R] => R): R = f(None)

  class Line(val number: Int) {
    def weight = number
  }

  object Lines extends Iterable[Line] {
    def iterator = Iterator.empty
  }
}

object Order {
  val Prefix = "o-"
  final val MaxLength = 20
  private val cacheSize = 10
  val Pattern(year, month) = "2024-01"

  def apply(id: Long): Order[Item] = total(Nil)
  implicit def fromId(id: Long): Order[Item] = apply(id)
  implicit class Rich(private val order: Order[Item]) extends AnyVal {
    def isEmpty: Boolean = order.size == 0
  }
}

case class Point(x: Int, y: Int = 0, private val tag: String = "")(scale: Int) derives Eq, Show

final case class Box[A](value: A) extends AnyVal

case object Nothing extends Shape

sealed trait Shape extends Labelled, Ordered[Shape]:
  def area: Double

  def scale(factor: Double): Shape =
    this

trait Parametric(val name: String)

enum State(val text: String) extends Labelled:
  case New extends State("new")
  case Paid, Sent
  private case Custom(label: String) extends State(label)

  def isOpen: Boolean = this == New

object State:
  def parse(text: String): Option[State] = None
end State

enum Tree[+A] {
  case Leaf
  case Node(left: Tree[A], right: Tree[A])
}

given Ordering[Point] with
  def compare(a: Point, b: Point): Int = a.x - b.x

given byLabel: Ordering[Order[Item]] = Ordering.by(_.id)

given listOrdering[T](using order: Ordering[T]): Ordering[List[T]] with {
  def compare(a: List[T], b: List[T]): Int = 0
}

extension (point: Point)
  def distance: Double = math.hypot(point.x, point.y)
  infix def moved(dx: Int, dy: Int): Point = Point(point.x + dx, point.y + dy)(1)

extension [T: Ordering](items: List[T]) def second: T = items(1)

inline def debug(inline message: String): Unit = println(s"[$message] ${counter + 1}")

private[acme] object Registry extends com.acme.store.Registry("main") {
  def create(size: Int): Registry = new Registry(size)
}

package object syntax {
  type Id = Long
  def id(value: Long): Id = value
}

package inner {
  class Deep
}

@main def run(args: String*): Unit = total()
