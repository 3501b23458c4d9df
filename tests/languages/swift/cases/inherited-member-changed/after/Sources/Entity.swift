open class Entity {
    public internal(set) var id = 0

    open func isNew() -> Bool { id <= 0 }

    open func describe() -> String {
        "\(type(of: self):\(id)"
    }
}
