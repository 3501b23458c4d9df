package com.acme.web

import com.acme.core.Document as Base

class Quiet : Base() {
    override fun title() = "Quiet"

    override fun render() = ""
}
