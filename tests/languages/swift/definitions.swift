import Foundation
import struct Shop.Money
@testable import ShopCore

/// What somebody wants to buy.
/// Prices are in cents.
@available(iOS 13, *)
@MainActor
public final class Order<Item: Sellable>: Entity, Identifiable, Shop.Codable where Item: Hashable {
    static let maxLines = 100, minLines: Int = 1
    public private(set) var lines: [Item] = []
    private var cache: [String: Item]?
    @Published var title: String = "" {
        didSet { touch() }
    }
    weak var owner: Customer?
    let (created, touched) = (Date(), Date())
    lazy var formatter: Formatter = {
        let formatter = Formatter()
        return formatter
    }()

    var count: Int { lines.count }
    var total: Int {
        get { lines.reduce(0) { $0 + $1.price } }
        set(value) { cache = nil }
    }
    var checked: Int {
        get async throws { try await load() }
    }

    /** Only for tests. */
    fileprivate convenience init() { self.init(id: 0) }
    public init?(id: Int, _ lines: Item..., from source: String = "web") throws {
        super.init()
        self.title = source
    }
    required init!(coder: Coder) { nil }

    deinit { print("gone") }

    subscript(index: Int) -> Item { lines[index] }
    subscript<Key>(key: Key, default fallback: @autoclosure () -> Item) -> Item {
        get { fallback() }
        set { cache = nil }
    }

    func move(from start: Int, to end: Int) { lines.swapAt(start, end) }
    func move(_ item: Item, before other: Item? = nil) -> Bool { false }
    class func make<T>(with build: @escaping (T) -> Item, inout_ x: inout T) rethrows -> Self? where T: Sellable { nil }
    @discardableResult
    private func touch() -> Int {
        func local(_ n: Int) -> Int { n }
        let double = { (x: Int) in local(x) * 2 }
        return double(1)
    }

    public static func == (left: Order, right: Order) -> Bool { left.id == right.id }
    static prefix func - (order: Order) -> Order { order }

    #if DEBUG
    func dump() { print(lines) }
    #else
    func dump() {}
    #endif

    enum State: Int, CaseIterable {
        case open, sent = 2, closed
        case failed
        static let first = State.open
        var isOpen: Bool { self == .open }
    }

    typealias Lines = [Item]
}

indirect enum Tree<Value> {
    case leaf
    case node(left: Tree, _ value: Value, right: Tree = .leaf)
}

@frozen public struct Money {
    public var cents: Int
    var currency = "EUR", precision: Int = 2
}

actor Store {
    private var orders: [Int: Order<Book>] = [:]
    nonisolated func name() -> String { "store" }
}

public protocol Sellable: AnyObject, Shop.Priced {
    associatedtype Currency: Equatable = Money
    var price: Int { get }
    static var all: [Self] { get set }
    init(price: Int)
    func sell(to customer: Customer, _ amount: Int) async throws -> Bool
    subscript(index: Int) -> Int { get }
    static func + (left: Self, right: Self) -> Self
}

extension Order: CustomStringConvertible where Item == Book {
    public var description: String { title }
    func describe(in language: String) -> String { title }
}

extension Order.State {
    mutating func close() { self = .closed }
}

private extension Array {
    func second() -> Element? { count > 1 ? self[1] : nil }
    struct Window {}
}

public typealias Handler<T> = @Sendable (T) -> Void

infix operator +++: AdditionPrecedence

func +++ <T>(left: [T], right: [T]) -> [T] { left + right }

@freestanding(expression)
public macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "Macros", type: "Stringify")

let defaultStore = Store()
private var counter = 0

if counter > 0 {
    let hidden = 1
    func hiddenToo() {}
}

@MainActor
func run(_ arguments: [String] = [], store: Store) async {
    await store.name()
}
