public final class Order {
    private var lines: [Line] = []
    fileprivate var changes = 0

    public var count: Int { lines.count }

    public var note: String = ""

    public func add(_ line: Line) {
        lines.append(line)
        touch()
    }

    private func touch() {
        changes += 1
    }
}
