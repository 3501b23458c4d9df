package com.acme.web

import com.acme.core.Document

class Page : Document() {
    override fun title() = "Page"
}
