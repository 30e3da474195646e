/// Changes that last: told until the former state is seen again, however the responses in between check; and forms that were
/// several from the beginning, which are none.
enum LastingCases {
  static let all = lasting + severalForms + excess + RareFormCases.all

  private static func prices(_ generator: inout SeededGenerator, step: Int, times factor: Int) -> Value {
    // All thirty articles, or eight of them, so that each response has another range.
    .list(
      (0..<(step % 100 == 1 ? 30 : 8)).map { place in
        let article = step % 100 == 1 ? place : generator.below(30)
        return ["id": .number(article), "price": .number((9 + article * 4) * factor)]
      })
  }

  static let lasting: [SequenceCase] = [
    SequenceCase(
      "cents instead of units, from so little to so much that both ranges overlap", 60,
      told: ["41 open field-scale-changed $[*].price"]
    ) { step, generator in
      .list(
        (0..<20).map { place in
          let cents = place == 0 ? 301 : place == 1 ? 49_999 : 301 + generator.below(49_000)
          return [
            "id": .number(step * 100 + place),
            "price": .verbatim(step <= 40 ? "\(cents / 100).\(cents % 100 / 10)\(cents % 10)" : "\(cents)"),
          ]
        })
    },
    SequenceCase(
      "cents instead of units, of other articles in each response", 160,
      told: ["101 open field-scale-changed $[*].price"]
    ) { step, generator in
      prices(&generator, step: step, times: step <= 100 ? 1 : 100)
    },
    SequenceCase(
      "one price in cents, after prices with fractions", 160,
      told: [
        "101 pending field-scale-changed $.price", "103 open field-scale-changed $.price",
      ]
    ) { step, _ in
      let prices = ["19.99", "24.5", "9.99"]
      let cents = ["1999", "2450", "999"]
      return ["n": .number(step), "price": .verbatim((step <= 100 ? prices : cents)[step % 3])]
    },
    SequenceCase(
      "a closed set's only new value, in lists of other records each time", 300,
      told: [
        "101 pending field-enum-value-added $[*].state", "104 open field-enum-value-added $[*].state",
      ]
    ) { step, generator in
      .list(
        (0..<20).map { _ in
          let record = generator.below(100)
          return ["id": .number(record), "state": .text(step <= 100 ? ["new", "used"][record % 2] : "refurbished")]
        })
    },
    SequenceCase(
      "another type, then null, then the other type again", 110,
      told: [
        "101 open field-type-changed $.p", "102 pending field-became-nullable $.p",
      ]
    ) { step, _ in
      ["n": .number(step), "p": step < 101 ? 1.5 : step == 102 ? .null : "x"]
    },
    SequenceCase(
      "a member gone from one sort of objects that is not in every response", 120,
      told: [
        "102 pending field-became-optional $[*].title", "106 open field-became-optional $[*].title",
      ]
    ) { step, _ in
      let sorts = ["a", "a", "b", "b"] + (step <= 100 || step % 2 == 0 ? ["c", "c"] : [])
      return .list(
        sorts.enumerated().map { place, sort in
          var object: Value = ["type": .text(sort), "id": .number(step * 10 + place)]
          if sort != "c" || step <= 100 { object["title"] = .text("title \(step)") }
          return object
        })
    },
    .state(
      "a member of an object that came after ten responses, stayed for thirty, and is gone", 60,
      told: [
        "11 info field-added $.notice", "41 pending field-removed $.notice", "44 open field-removed $.notice",
      ]
    ) { step, state in
      if step > 10, step <= 40 { state["notice"] = "closed" }
    },
    SequenceCase(
      "a member that was absent from the first three responses only is gone", 140,
      told: [
        "4 info field-added $[*].value", "121 pending field-removed $[*].value",
        "123 open field-removed $[*].value",
      ]
    ) { step, _ in
      .list(
        (0..<20).map { place in
          var record: Value = ["id": .number(step * 20 + place)]
          if step > 3, step <= 120 { record["value"] = .number(place) }
          return record
        })
    },
    SequenceCase(
      "a member of 95 of 100 responses is absent ever after", 180,
      told: [
        "40 pending field-removed $.score", "157 open field-removed $.score",
      ]
    ) { step, generator in
      var response: Value = ["n": .number(step)]
      if step <= 150, !generator.happens(0.05) { response["score"] = .number(generator.below(90)) }
      return response
    }.seeded(0xc01349d1a3acc92c),
    SequenceCase("a member that every second response lacks", 300, told: ["2 pending field-removed $.score"]) {
      step, generator in
      var response: Value = ["n": .number(step)]
      if generator.happens(0.5) { response["score"] = .number(generator.below(90)) }
      return response
    },
    SequenceCase(
      "the only state is called otherwise, and a member goes with it", 140,
      told: [
        "101 pending field-removed $.price", "103 open field-removed $.price",
      ]
    ) { step, _ in
      var response: Value = ["status": step <= 100 ? "ok" : "success", "name": .text("x\(step)")]
      if step <= 100 { response["price"] = .verbatim("1.5") }
      return response
    },
    SequenceCase("links lose their host", 60, told: ["41 open field-format-changed $[*].link"]) { step, generator in
      .list(
        (0..<4).map { _ in ["link": .text((step <= 40 ? "https://x.example.com" : "") + "/a/\(generator.below(9999))")]
        })
    },
    SequenceCase("texts are all empty", 60, told: ["41 open field-format-changed $[*].note"]) { step, generator in
      .list((0..<10).map { _ in ["note": .text(step <= 40 ? "word \(generator.below(999))" : "")] })
    },
    SequenceCase("a text gone from a tree whose depth varies", 120, told: ["81 open field-removed $[*].text"]) {
      step, generator in
      func comment(_ depth: Int, _ generator: inout SeededGenerator) -> Value {
        var result: Value = ["id": .number(generator.below(999_999))]
        if step <= 80 { result["text"] = .text("t\(generator.below(999_999))") }
        let replies = depth > 0 ? generator.below(3) : 0
        result["replies"] = .list((0..<replies).map { _ in comment(depth - 1, &generator) })
        return result
      }
      return .list((0..<3).map { _ in comment(3, &generator) })
    },
    SequenceCase(
      "one of two places that lost a member gets it back", 170,
      told: [
        "151 pending field-removed $.back.note", "153 open field-removed $.back.note",
        "161 open field-removed $.front.note", "161 resolved field-removed $.back.note",
      ], incidents: 2
    ) { step, _ in
      func side(_ hasNote: Bool) -> Value {
        var side: Value = ["url": .text("https://a.example.com/\(step)"), "width": .number(step)]
        if hasNote { side["note"] = .text("n\(step)") }
        return side
      }
      return ["back": side(step <= 150 || step > 160), "front": side(step <= 150)]
    },
  ]

  static let severalForms: [SequenceCase] = [
    SequenceCase(
      "points and lines by turns, told apart beside their coordinates", 200,
      told: ["3 pending field-type-changed $.geometry.coordinates[*]"]
    ) { step, generator in
      func number() -> Value { .verbatim("0.\(1 + generator.below(999))") }
      let isPoint = step % 3 != 0
      return [
        "geometry": [
          "type": isPoint ? "Point" : "LineString",
          "coordinates": isPoint ? [number(), number()] : [[number(), number()], [number(), number()]],
        ], "n": .number(step),
      ]
    },
    SequenceCase("times of which one in thousands has no fraction", 320) { step, generator in
      let fraction = step == 301 ? "" : ".\(100 + generator.below(900))"
      return ["id": 7, "at": .text("2026-01-01T10:\(10 + step % 50):00\(fraction)Z")]
    },
    SequenceCase(
      "five measurements of one response, a hundred times higher", 60, told: ["40 pending field-scale-changed $.lag[*]"]
    ) { step, generator in
      ["lag": .list((0..<5).map { _ in .number((step == 40 ? 100 : 1) * (10 + generator.below(20))) })]
    },
  ]
  static let excess: [SequenceCase] = [
    SequenceCase(
      "a response of thousands of names, and a member that goes later", 60,
      told: [
        "21 info notice-shape-limited ", "21 open field-type-changed $", "22 resolved field-type-changed $",
        "41 pending field-removed $.data", "43 open field-removed $.data",
      ], incidents: 2
    ) { step, generator in
      if step == 21 { return names(3000, &generator) }
      return step <= 40 ? ["data": [["id": .number(step)]], "page": .number(step)] : ["page": .number(step)]
    },
    SequenceCase(
      "an object below with thousands of names beside its own, and a member of it that goes later", 60,
      told: [
        "21 info notice-shape-limited ", "21 open field-type-changed $.meta",
        "22 resolved field-type-changed $.meta", "41 pending field-removed $.meta.page",
        "43 open field-removed $.meta.page",
      ], incidents: 2
    ) { step, generator in
      var meta: Value = step == 21 ? names(3000, &generator) : [:]
      if step <= 40 { meta["page"] = .number(step) }
      meta["kind"] = "list"
      return ["data": [["id": .number(step)]], "meta": meta]
    },
    SequenceCase(
      "responses with more objects of many members than are kept, and a member that goes later", 60,
      told: [
        "21 info field-added $.more", "21 info notice-shape-limited ", "41 pending field-removed $.data",
        "46 open field-removed $.data",
      ]
    ) { step, generator in
      var response: Value = ["page": .number(step)]
      if step <= 40 { response["data"] = [["id": .number(step)]] }
      if step == 21 {
        response["more"] = .object((0..<900).map { ("list\(letters($0))", names(10, &generator)) })
      }
      return response
    },
  ]

  private static func names(_ count: Int, _ generator: inout SeededGenerator) -> Value {
    .object(
      (0..<count).map { _ in ("word \(letters(generator.below(999_999)))", .number(generator.below(99))) })
  }

  /// Letters only, so that no name looks like data.
  private static func letters(_ number: Int) -> String {
    String(String(number).map { Array("abcdefghij")[$0.wholeNumberValue ?? 0] })
  }
}
