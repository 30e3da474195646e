/// What is never drift: nothing at warning or above, and nothing that waits to become so.
enum NoDriftCases {
  static let all = presence + values + maps

  static let presence: [SequenceCase] = [
    .products("a steady shop", 60) { _, _, _ in },
    .state("a steady object", 60) { _, _ in },
    .products("null that becomes a value", told: []) { step, _, product in
      product["deletedAt"] = step > 30 ? "2024-05-01T10:00:00Z" : .null
    },
    .products("null that becomes an object in some records", told: []) { step, index, product in
      product["parent"] = step > 30 && index % 3 == 0 ? ["id": 4] : .null
    },
    .products("a first element after empty arrays", told: []) { step, index, product in
      product["reviews"] = step > 30 && index == 4 ? [["stars": 5, "text": "fine"]] : []
    },
    .products("a first member after empty objects", told: ["31 info field-added $[*].extra.colour"]) {
      step, index, product in
      product["extra"] = step > 30 && index == 4 ? ["colour": "red"] : [:]
    },
    .products("a member that was always optional stays away", told: []) { step, index, product in
      product["note"] = step <= 30 && index % 3 == 0 ? "by hand" : nil
    },
    .products("a list that is empty now and then") { _, _, _ in },
    SequenceCase("records that come and go", 60) { step, generator in
      ShopResponses.list(&generator, count: step % 7 == 0 ? 0 : 1 + generator.below(14))
    },
    SequenceCase("an endpoint empty for months, then filled", 60) { step, generator in
      step <= 50 ? .list([]) : ShopResponses.list(&generator)
    },
    SequenceCase("an empty response among full ones", 60) { step, generator in
      step == 31 ? .list([]) : ShopResponses.list(&generator)
    },
    SequenceCase("a response of null among full ones", 60, told: []) { step, generator in
      ["data": step < 20 ? .null : ShopResponses.list(&generator)]
    },
    .products("members in another order", 60) { step, _, product in
      if step > 30, case .object(let members) = product { product = .object(members.reversed()) }
    },
  ]

  static let values: [SequenceCase] = [
    .products("whole numbers that are spelled with a fraction of zero, or an exponent", 60) { step, index, product in
      if step > 30 { product["stock"] = .verbatim(index % 2 == 0 ? "\(step).0" : "\(step)e1") }
    },
    .state("a version that changes now and then, as every release does", 300) { step, state in
      state["version"] = .text("2.\(step / 20).0")
    },
    .state("a version that changes to and fro while a release is rolled out", 300) { step, state in
      let isOut = step > 25 && step % 25 < 8 && step % 3 == 0
      state["version"] = .text("2.\(step / 25 - (isOut ? 1 : 0) + 1).0")
    },
    .products("versions that replace each other record by record", 300) { step, index, product in
      let hasNext = step % 20 >= 12 && index % 8 < step % 20 - 11
      product["version"] = .text("v\(step / 20 + (hasNext ? 1 : 0))")
    },
    SequenceCase("a map that is written as an empty list while it has no members", 80) { step, _ in
      step <= 40 ? ["id": .number(step), "meta": .list([])] : ["id": .number(step), "meta": ["size": .number(step)]]
    },
    .products("a season that all records have", 300) { step, _, product in
      product["season"] = .text(["spring of year \(step / 100)", "summer of year \(step / 100)"][step / 50 % 2])
    },
    .products("a version that some records have already", 300) { step, index, product in
      product["version"] = .text("v\(step / 20 + (step % 20 == 19 && index % 2 == 0 ? 1 : 0))")
    },
    .state("a measurement that was whole in a young history", 60) { step, state in
      state["temperature"] = step <= 15 ? .number(15 + step % 5) : .verbatim("\(15 + step % 5).\(1 + step % 9)")
    },
    .products("whole-number floats") { step, index, product in
      product["score"] = .verbatim((step + index) % 3 == 0 ? "\(index).0" : step > 30 ? "\(index)" : "\(index).25")
    },
    .products("whole numbers that are spelled 10.0 from now on") { step, index, product in
      product["score"] = .verbatim(step > 30 ? "\(index + 10).0" : "\(index + 10)")
    },
    .products("numbers that are spelled 1e3") { step, index, product in
      product["score"] = .verbatim(step > 30 ? "1.\(index)e3" : "1\(index)00")
    },
    .products("UUIDs in capitals") { step, _, product in
      if step > 30, case .text(let sku)? = product["sku"] { product["sku"] = .text(sku.uppercased()) }
    },
    .products("a title that is digits by chance") { step, index, product in
      if step == 31, index == 4 { product["name"] = "1984" }
    },
    .products("post codes that were all digits and one that is not", 60, told: []) { step, index, product in
      product["postcode"] = .text("\(10_000 + step * 37 + index)")
      if step > 30, index == 2 { product["postcode"] = "SW1A 1AA" }
    },
    .products("identifiers that change their style") { step, index, product in
      if step > 30 { product["sku"] = .text("sku_8f3k2m9xq\(index)\(step)") }
    },
    .products("order numbers of digits that get a prefix") { step, index, product in
      product["orderNumber"] = .text(step > 30 ? "A-\(step * 100 + index)" : "\(step * 100 + index)")
    },
    .products("several date forms from the start") { step, index, product in
      let forms = ["2024-05-01", "2024-05-01T10:00:00Z", "2024-05-01T10:00:00.123Z", "2024-05-01T10:00:00+02:00"]
      product["seenAt"] = .text(forms[(step * 7 + index * 3) % 4])
    },
    .products(
      "fractions of a second that are left out where they are nought", 200
    ) { step, index, product in
      product["seenAt"] = .text(
        (step * 10 + index) % 90 == 7 ? "2024-05-01T10:00:00Z" : "2024-05-01T10:00:00.\(100 + step)Z")
    },
    .products("free texts of all sorts") { step, index, product in
      product["remark"] = .text(
        ["", "7", "https://example.com", "2024-05-01", "x@example.com", "fine"][(step + index) % 6])
    },
    .products("prices that go up by a tenth each week") { step, index, product in
      product["price"] = .number(Int(1000.0 * (1 + 0.1 * Double(step))) + index)
    },
    SequenceCase("a counter that grows a thousandfold", 60) { step, generator in
      ["visits": .number(step * step * step * step + generator.below(10)), "status": "ok"]
    },
    SequenceCase("cursors and tokens", 60) { step, generator in
      ["next": .text(generator.hexadecimal(24)), "items": ShopResponses.list(&generator), "page": .number(step)]
    },
  ]

  static let maps: [SequenceCase] = [
    SequenceCase("a map keyed by language codes that gains and loses languages", 60) { step, generator in
      let languages = ["en", "de", "fr", "es", "it", "pt", "ja", "nl"].filter { $0 == "en" || generator.happens(0.8) }
      return ["id": .number(step), "title": .object(languages.map { ($0, .text("title \(step) in \($0)")) })]
    },
    SequenceCase("a map of languages of which one is new and one is gone", 60) { step, _ in
      var languages = ["en", "de", "fr", "es", "it"]
      if step > 30 { languages = ["en", "de", "fr", "pl", "sv"] }
      return ["title": .object(languages.map { ($0, .text("title \(step) in \($0)")) })]
    },
    SequenceCase("currency rates", 60) { step, generator in
      let all = ["USD", "EUR", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON"]
      let some = all.filter { _ in generator.happens(0.9) }
      return ["base": "EUR", "rates": .object(some.map { ($0, .verbatim("\(Double(1 + generator.below(900)) / 8)")) })]
    },
    SequenceCase("objects by UUID", 60) { step, generator in
      .object(
        (0..<6).map { _ in
          (generator.uuid(), ["name": .text("n\(generator.below(99))"), "age": .number(generator.below(90))])
        })
    },
    SequenceCase("counts by day", 60) { step, generator in
      ["days": .object((0..<9).map { ("2024-05-\(10 + (step + $0) % 20)", .number(generator.below(900))) })]
    },
    SequenceCase("objects by number", 60) { step, generator in
      ["users": .object((0..<9).map { ("\(step * 3 + $0 * 17)", ["name": .text("n\($0)")]) })]
    },
  ]
}
