package com.acme.store

/** Keeps entries by key. */
class Repository[T](val name: String, limit: Int) {
  private var entries = Map.empty[String, T]

  def add(key: String, entry: T): Unit = {
    entries += key -> entry
    if (entries.size > limit) evict()
  }

  def find(key: String): Option[T] = entries.get(key)

  private def evict(): Unit =
    entries = entries.drop(1)
}
