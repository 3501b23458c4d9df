package com.acme.core

trait Document {
  def title: String

  def render(): String = {
    val head = title.toUpperCase
    head + ": " + body
  }

  def body: String = ""
}
