package com.acme.core

abstract class Document {
    open fun render(): String = title() + "\n" + body()

    protected abstract fun title(): String

    protected open fun body(): String = ""
}
