/// Feeds as they are met that tempt a monitor to cry wolf, and breaks that hide in them.
enum DeceptiveFeedCases {
  static let all = quiet + loud

  static let quiet: [SequenceCase] = [
    SequenceCase(
      "pages of a list, the last without a next link", 120, told: ["12 pending field-became-nullable $.next"]
    ) {
      step, generator in
      let page = (step - 1) % 12
      return [
        "page": .number(page), "next": page < 11 ? .text("https://a.example.com/?page=\(page + 1)") : .null,
        "items": ShopResponses.list(&generator, count: page < 11 ? 10 : 3),
      ]
    },
    SequenceCase("two servers of which one always says more", 120, told: ["2 info field-added $.server"]) {
      step, generator in
      var response: Value = ["items": ShopResponses.list(&generator)]
      if step % 3 == 2 { response["server"] = "b" }
      return response
    },
    SequenceCase("ids and numbers as texts", 120) { step, generator in
      .list(
        (0..<10).map { _ in
          [
            "id": .text("\(generator.below(999_999))"),
            "ref": .text(generator.happens(0.01) ? "ext-\(generator.below(99))" : "\(generator.below(9999))"),
            "phone": .text("\(generator.below(99_999_999))"), "year": .text("\(1990 + generator.below(30))"),
          ]
        })
    },
    SequenceCase("a status page whose message is the same for months", 200) { step, _ in
      ["status": step < 150 ? "All systems operational" : "Partial outage", "version": step < 100 ? "2.4.1" : "2.5.0"]
    },
    SequenceCase("facets of a search, of ever other brands", 150, told: []) { step, generator in
      let brands = (0..<12).map { "brand\(10 + ($0 * 7 + step) % 40)" }
      return [
        "took": .number(generator.below(90)),
        "facets": .list(brands.map { ["value": .text($0), "count": .number(generator.below(90))] }),
      ]
    },
    SequenceCase("lists in lists, numbers whole and not", 100) { step, generator in
      .list(
        (0..<4).map { _ in
          .list((0..<(1 + generator.below(4))).map { _ in .verbatim(generator.happens(0.5) ? "7" : "7.5") })
        })
    },
    SequenceCase("a number alone", 60) { step, generator in
      .verbatim(step % 3 == 0 ? "\(generator.below(9))" : "0.\(step)")
    },
    SequenceCase("a text alone", 60) { step, _ in .text("response \(step)") },
    SequenceCase("counters that grow without end and start again", 200) { step, generator in
      ["uptime": .number(step * 300), "bytes": .number(step * step * step * 1000), "hits": .number(step % 60 * 50)]
    },
    SequenceCase("numbered names with the same values", 80) { step, generator in
      ["ports": ["port-1": ["speed": 1000, "up": true], "port-2": ["speed": 1000, "up": true]], "at": .number(step)]
    },
    SequenceCase("names in all scripts, with dots, quotes and nothing", 60) { step, generator in
      [
        "größe": .number(step), "名前": .text("n\(step)"), "a.b": 1, "a['b']": 2, "": 3,
        "emoji 😀": ["ключ": .number(generator.below(9))],
      ]
    },
    SequenceCase("empty objects", 80, told: ["60 info field-added $.meta.page"]) { step, _ in
      ["meta": step < 60 ? [:] : ["page": 1], "list": [[:], [:]]]
    },
    .products(
      "one record in fifty lacks a member from the start", 100,
      told: ["5 pending field-became-optional $[*].weight"]
    ) { step, index, product in
      if (step * 10 + index) % 50 == 3 { product["weight"] = nil }
    },
    SequenceCase(
      "the product of the day: one object for forty polls, then another one that lacks what is optional", 200,
      knownIssue:
        "each poll of the same record counts as a response more, both for the history and for the pendingChange"
    ) { step, generator in
      var featured = ShopResponses.product(1000 + step / 40 * 13, &generator)
      if step / 40 % 3 == 2 { featured["weight"] = nil }
      featured["video"] = nil
      featured["discount"] = 5
      featured["tags"] = ["one"]
      return ["featured": featured]
    },
    .products(
      "a member that is there at night", 100,
      knownIssue:
        "responses of one day are taken for independent; a rhythm is no chance and is not learned while it is told"
    ) { step, index, product in
      product["video"] = nil
      product["nightFee"] = step % 24 < 6 ? 250 : nil
    },
  ]

  static let loud: [SequenceCase] = [
    SequenceCase("a number alone becomes a text", 60, told: ["41 open field-type-changed $"]) { step, generator in
      step > 40 ? "12" : .number(generator.below(99))
    },
    SequenceCase(
      "names in all scripts break as others do", 60,
      told: [
        "41 open field-type-changed $[\"a['b']\"]", "41 open field-type-changed $.größe",
      ], incidents: 2
    ) { step, generator in
      ["größe": step > 40 ? "7" : .number(step), "a['b']": step > 40 ? [1] : 2, "": 3]
    },
    SequenceCase(
      "one of two servers loses a member: few messages, however long it lasts", 110,
      told: [
        "61 open field-removed $[*].price", "62 resolved field-removed $[*].price",
        "64 reopened field-removed $[*].price",
        "65 resolved field-removed $[*].price", "67 flapping field-removed $[*].price",
      ]
    ) { step, generator in
      ShopResponses.list(&generator) { if step > 60, step % 3 == 1 { $1["price"] = nil } }
    },
    SequenceCase(
      "once a day another type: few messages, however long it lasts", 200,
      told: [
        "90 open field-type-changed $[*].price", "91 resolved field-type-changed $[*].price",
        "120 reopened field-type-changed $[*].price", "121 resolved field-type-changed $[*].price",
        "150 flapping field-type-changed $[*].price",
      ]
    ) { step, generator in
      ShopResponses.list(&generator) { if step > 60, step % 30 == 0 { $1["price"] = "12" } }
    },
    SequenceCase("a type that changes inside a map of days", 60, told: ["41 open field-type-changed $.days.*"]) {
      step, generator in
      [
        "days": .object(
          (0..<9).map { ("2024-05-\(10 + (step + $0) % 20)", step > 40 ? "5" : .number(generator.below(900))) })
      ]
    },
    SequenceCase("a type that changes in a list in a list", 60, told: ["41 open field-type-changed $.grid[*][*]"]) {
      step, generator in
      ["grid": .list((0..<3).map { _ in .list((0..<3).map { _ in step > 40 ? "x" : .number(generator.below(9)) }) })]
    },
  ]
}
