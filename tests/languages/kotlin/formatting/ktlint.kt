package com.acme.report
import com.acme.Alpha
import com.acme.Zeta

/** Writes reports.
 *  One. */
@Suppress("unused", "x")
public open class Report<T : Comparable<T>>(
    val a: Int,
    private var b: List<T> = emptyList(),
) : Base<T>(a),
    Closeable {
    private override val index = HashMap<String, Int>()
    var state: Int = 0
        private set
    val size: Int get() {
        return index.size
    }
    private lateinit var name: String

    internal inline fun <reified R> run(
        item: T,
        vararg more: Int,
        block: (Int) -> R = { TODO() },
    ) {
        if (item == null) return
        val text = "$name and ${name.length} or $a and ${a}b"
        if (more.size > 3) {
            close()
        } else if (more.size > 2) {
            close()
        } else {
            run()
        }
        for (i in 0 until more.size) println(i)
        for (i in 0..9 step 2) {
            println(i)
        }
        while (a < 1) {
            next()
        }
        do {
            next()
        } while (a > 0)
        val y = if (a > 1) b else null
        when (a) {
            1, 2 -> {
                close()
            }

            in 3..5 -> {
                close()
                next()
            }

            is Int -> {
                next()
            }

            else -> {
                Unit
            }
        }
        val list = listOf(1, 2, 3).map { it * 2 }.filter { x -> x > 0 }.fold(0) { acc, x -> acc + x }
        try {
            close()
        } catch (e: Exception) {
            throw e
        } finally {
            next()
        }
        val o =
            object : Runnable {
                override fun run() { }
            }
        val raw = """
          a  b
        """
        val c = 'x'
        val f = fun(x: Int): Int = x
        (name).length
        outer@ for (i in 1..2) {
            continue@outer
        }
        list.forEach { (k, v) -> println(k) }
        name = "x"
        next()
    }

    fun close() { }

    fun next() = Unit

    class Empty

    object Single

    companion object {
        @JvmField final val MAX = 1
    }
}

enum class Color { RED, GREEN, BLUE; }

data class Point(
    val x: Int,
    val y: Int,
)

interface Shape {
    fun area(): Double
}
typealias Handler = (Int, String) -> Unit

fun String.shout() = this + "!"

fun many(
    first: Int,
    second: Int,
    third: Int,
    fourth: Int,
    fifth: Int,
    sixth: Int,
    seventh: Int,
    eighth: Int,
): Int = first + second
