package com.acme.store

open class Repository(val name: String) {
    private var hits = 0

    fun find(key: String): String {
        hits++
        return load(key)
    }

    private fun load(key: String): String {
        return key
    }

    companion object {
        const val PAGE = 20
    }
}
