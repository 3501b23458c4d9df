final class Order: Entity {
    override func describe() -> String { "order \(id)" }
}
