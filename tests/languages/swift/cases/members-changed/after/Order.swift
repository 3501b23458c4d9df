public final class Order {
    private var lines: [Line] = []
    fileprivate var changes: Int64 = 0

    public var count: Int { lines.count }

    public private(set) var note: String = ""

    public func add(_ line: Line) {
        if line.amount > 0 { lines.append(line) }
        touch()
    }

    private func touch() {
        changes &+= 1
    }
}
