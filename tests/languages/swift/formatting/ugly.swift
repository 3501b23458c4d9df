import Foundation

/// Everything that a formatter touches.
@available( iOS 13, * )
@objc
final public class Parser < Input : Collection,
  Output > : Base,
  Sendable
where
  Input.Element == Character,
  Output : Decodable
{
  static let limit = 0xff,
    size = 1000
  private(set) public var state : Int = (0)
  {
    didSet
    {
      touch();
    }
  }
  lazy var table : [String : (Int) -> Int] = [
    "a" : { ($0 + 1) },
    "b" : { (y : Int) -> Int in
      return (y)
    },
  ]
  var total : Int
  {
    get { return (state) }
    set { state = newValue; }
  }
  var sum : Int
  {
    state + other
  }
  // Who it is for.
  weak var owner : Owner?

  init(
    from input : Input,
    _ options : Options = [
      .strict,
      .fast,
    ],
    rest numbers : Int...
  )
    throws
  {
    self.input = input
    super.init()
  }

  @discardableResult
  static func describe<T>(
    _ items : [T],
    prefix : String = ("x"),
    then done : @escaping (T) -> Void = { _ in }
  )
    async throws
    -> [String : T]?
  where T : Hashable
  {
    if (items.isEmpty) {
      return nil
    }
    else if (prefix == "") {
      state += 1
    }
    else {
      state -= 1
    }
    guard
      let first = items.first,
      case .some(let value) = optional,
      (value > 3)
    else {
      return nil
    }
    for (index, item) in items.enumerated()
    where (index > 0)
    {
      print(item)
    }
    while (state > 0) { state -= 1 }
    repeat
    {
      state += 1
    } while (state < 3)
    do {
      try run()
    } catch let error as NSError where (error.code == 1) {
      throw error
    } catch {
      print(error)
    }
    switch (state) {
    case 0:
      print("zero")
    case 1,
      2:
      fallthrough
    case let x where (x > 10):
      break;
    default:
      print("many")
    }
    let text = ("a \(state) and \(state > 0 ? "b" : "c")" + #"raw \d"#)
    let block = """
      first \(state)
        second
      """
    let list = [
      1,
      2,
      3,
    ],
      map = ["a" : 1, "b" : 2,],
      pair = (1, name : "x")
    let found =
      items
      .filter { $0 != first }
      .map({ item in item })
      .sorted(by : { a, b in
        a < b
      })
    let chain = owner?.name?.first ?? list[0] as? Int ?? 0
    let later = Task { [weak self] in
      await self?.load(
        from : prefix,
        retries : 3
      ) { result in
        print(result)
      }
    }
    let range = list[1...],
      half = (0..<10)
    defer { state = 0 }
    UIView.animate(
      withDuration : 0.3,
      animations : { view.alpha = 0 },
      completion : { _ in done(first) }
    )
    return try await fetch(
      first,
      from : prefix
    )
  }

  subscript(
    index : Int,
    default other : Int
  ) -> Int
  {
    get { index }
    set { state = newValue }
  }
  static public func + (left : Parser, right : Parser) -> Parser { left }
  deinit {
    print("gone")
  }
}

enum Side : Int,
  CaseIterable
{
  case left = 1,
    right,
    both
  case custom(
    name : String,
    Int),
    none
  var opposite : Side
  {
    switch self {
    case .left:
      return (.right)
    default:
      return .left
    }
  }
}

protocol Shape : AnyObject
{
  associatedtype Unit : Comparable
  var area : Double { get }
  var name : String {
    get
    set
  }
  func scale(
    by factor : Double,
    _ unit : Unit
  ) throws -> Self
}

extension Parser : CustomStringConvertible
{
  public var description : String {
    "parser"
  }
}

func combine<T>(
  _ left : T,
  _ right : T,
  with join : (T, T) -> T
)
  rethrows -> T
{
  try join(left, right)
}
