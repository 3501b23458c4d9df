package com.acme.core

class Letter : Document() {
    override fun title() = "Letter"
}
