extension Price {
    /// Adds the tax, and takes off what regular customers save.
    static func total(net: Double, orders count: Int) throws -> Double {
        let discount = count > 10 ? 0.05 : 0
        guard net >= 0 else {
            throw PriceError.negative(net)
        }
        return (net * (1 - discount) * (1 + vat)).rounded()
    }
}
