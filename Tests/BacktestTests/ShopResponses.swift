/// Responses of an invented shop, as feeds of this kind look: a window over a stock, records that come and go, prices that
/// move, one member that is often null and one that is often absent.
enum ShopResponses {
  private static let nouns = ["Lamp", "Chair", "Desk", "Shelf", "Rug", "Vase", "Clock", "Stool", "Mirror", "Basket"]
  private static let makers = ["Aalto", "Breuer", "Castiglioni", "Day", "Eames", "Falk", "Girard", "Hansen"]
  private static let states = ["active", "active", "sold-out"]

  /// The same number gives the same product, but for its price and stock.
  static func product(_ number: Int, _ generator: inout SeededGenerator) -> Value {
    var own = SeededGenerator(UInt64(number))
    let maker = "\(own.pick(makers)) & \(own.pick(makers)) \(own.below(9))"
    var product: Value = [
      "id": .number(number), "sku": .text(own.uuid()),
      "name": .text("\(maker) \(own.pick(nouns)) \(number) in \(own.hexadecimal(6))"),
      "price": .number(900 + own.below(90_000) + generator.below(5)),
      "weight": .verbatim("\(Double(1 + own.below(400)) / 8)"),
      "status": .text(states[number % 3]),
      "isNew": .bool(own.happens(0.3)),
      "createdAt": .text("\(own.day())T\(10 + own.below(13)):\(10 + own.below(49)):00Z"),
      "image": .text("https://cdn.example.com/images/\(own.hexadecimal(10)).jpg"),
      "maker": ["name": .text(maker), "email": .text("info\(own.below(900))@example.com")],
      "tags": .list((0..<own.below(4)).map { .text("tag \($0) of \(own.pick(nouns))") }),
      "discount": number / 3 % 2 == 0 ? .number(1 + own.below(40)) : .null, "stock": .number(generator.below(200)),
    ]
    if number / 3 % 5 < 2 { product["video"] = .text("https://cdn.example.com/videos/\(own.hexadecimal(8)).mp4") }
    return product
  }

  /// Some products of a stock of 400, each response others, changed by `edit` (index from 0, product).
  static func list(
    _ generator: inout SeededGenerator, count: Int = 10, of stock: Int = 400,
    edit: (Int, inout Value) -> Void = { _, _ in }
  ) -> Value {
    let start = generator.below(stock)  // where the stock is as large as the list, another order
    return .list(
      (0..<count).map { index in
        var product = product(1000 + (start + index * 7) % stock, &generator)
        edit(index, &product)
        return product
      })
  }

  /// One object: a shop's state, in which every member is always there.
  static func state(_ generator: inout SeededGenerator, edit: (inout Value) -> Void = { _ in }) -> Value {
    var state: Value = [
      "version": "2.1", "updatedAt": .number(1_700_000_000 + generator.below(9_000_000)), "isOpen": true,
      "total": .number(10_000 + generator.below(9000)),
      "balance": .verbatim("\(Double(1000 + generator.below(9000)) / 8)"),
      "owner": ["name": "Ida Falk", "city": "Bergen"], "featured": product(1000 + generator.below(400), &generator),
    ]
    if var featured = state["featured"] {
      (featured["video"], featured["discount"], featured["tags"]) = (nil, 5, ["tag of the day"])
      state["featured"] = featured
    }
    edit(&state)
    return state
  }
}
