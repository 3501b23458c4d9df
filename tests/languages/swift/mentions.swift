import Foundation
import shop.Tools

let limit: Int = Limits.initial()

@Entity
@Table(names)
public class Cart<T: Item>: Base<T>, api.Named {
    var total: Money? = nil
    private let items = [Item]()

    init(owner: Buyer, by rate: Int = limit) throws {
        super.init(owner)
        self.total = rate.money
        total = load(owner, named: rate)
    }

    func price(for rate: Int, _ extra: Order...) -> [String: Money] {
        let sum = add(rate)
        for item in items where item.open {
            item.cost.value += sum
        }
        items.map { entry in entry.name(limit) }.filter { $0.open }
        if let seen = total?.seen, let other = known(seen) {
            return other.money as! Dictionary<String, Money>
        }
        guard let rest = find(sum) else { return missing }
        switch rest {
        case .red(let code): print("\(code) \(shop.name)")
        case Color.green: throw ShopError.closed(rest)
        default: break
        }
        func inner(x: Int) -> Int { return helper(x) }
        return inner(x: 1)
    }
}

enum Color { case red(Int), green }

protocol Priced: Named {
    associatedtype Cost
    func price() -> Cost
}

extension Cart: Priced where T: Known {
    typealias Cost = Money
}
