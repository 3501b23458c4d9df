struct Money {
    var cents: Int
}

extension Money: CustomStringConvertible {}

extension Money {
    var description: String { "\(cents / 100).\(cents % 100) €" }

    func split(into parts: Int) -> [Money] {
        (0..<parts).map { Money(cents: cents / parts + ($0 < cents % parts ? 1 : 0)) }
    }
}
