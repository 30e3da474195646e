/// Changes of some records that later are changes of all, of objects inside records, and states that come back by the clock.
enum PartialChangeCases {
  /// The same products in each response, each with a price in an object and a time of the day.
  private static func shop(
    _ step: Int, count: Int = 24, _ edit: (_ place: Int, _ product: inout Value) -> Void = { _, _ in }
  ) -> Value {
    .list(
      (0..<count).map { place in
        var product: Value = [
          "id": .number(1000 + place), "name": .text("Product \(place)"), "rank": .number((place * 7 + step) % 90 + 10),
          "price": ["amount": .number(200 + place * 13 + step % 5), "currency": .text("EUR")],
        ]
        edit(place, &product)
        return product
      })
  }

  private static func money(_ amount: Value?) -> Value {
    var price: Value = ["currency": .text("EUR")]
    price["amount"] = amount
    return price
  }

  static let all: [SequenceCase] = [
    SequenceCase(
      "a third of the known products have a text in the object with their price", 80,
      told: ["41 open field-type-widened $[*].price.amount"]
    ) { step, _ in
      shop(step) { place, product in
        if step > 40, place < 8 { product["price"] = money(.text("12.50")) }
      }
    },
    SequenceCase(
      "half of the known products lack the amount of their price", 80,
      told: ["41 open field-became-optional $[*].price.amount"]
    ) { step, _ in
      shop(step) { place, product in
        if step > 40, place % 2 == 0 { product["price"] = money(nil) }
      }
    },
    SequenceCase(
      "two of the known products have a text for so long that it is usual, then all have", 260,
      told: ["41 pending field-type-widened $[*].rank", "207 open field-type-changed $[*].rank"]
    ) { step, _ in
      shop(step) { place, product in
        if step > 200 || step > 40 && [3, 17].contains(place) { product["rank"] = .text("second") }
      }
    },
    SequenceCase(
      "one of 24 known products loses its rank after the other: told when it is some, again when it is twice as many, and when it is all",
      80,
      told: [
        "41 pending field-became-optional $[*].rank", "47 open field-became-optional $[*].rank",
        "54 escalated field-became-optional $[*].rank", "64 escalated field-removed $[*].rank",
      ]
    ) { step, _ in
      shop(step) { place, product in
        if place < step - 40 { product["rank"] = nil }
      }
    },
    SequenceCase(
      "orders of today, counted anew at midnight", 400, told: ["66 pending field-scale-changed $[*].ordersToday"]
    ) { step, _ in
      .list(
        (0..<12).map { shop in
          let quarter = (step + 30) % 96 + 1
          return ["id": .number(shop), "ordersToday": .number(quarter * (40 + 17 * shop))]
        })
    },
    SequenceCase("seconds until an auction ends, from two days to a quarter of an hour", 190) { step, _ in
      .list(
        (0..<12).map { number in
          ["id": .number(number), "secondsLeft": .number(172_800 - step * 900 - number * 40)]
        })
    },
    SequenceCase(
      "a list with a single price is the first in cents, then all are", 60,
      told: ["42 open field-scale-changed $[*].cost"]
    ) { step, _ in
      .list(
        (0..<(step == 41 ? 1 : 12)).map { place in
          let cost = 12 + (place * 29 + step * 7) % 60
          return ["id": .number(step * 12 + place), "cost": .number(step > 40 ? cost * 100 + 99 : cost)]
        })
    },
    SequenceCase(
      "a member that was away for fifteen and for thirty checks goes for good", 300,
      told: [
        "41 pending field-removed $.note", "43 open field-removed $.note", "56 resolved field-removed $.note",
        "101 reopened field-removed $.note",
        "131 resolved field-removed $.note", "261 reopened field-removed $.note",
      ]
    ) { step, _ in
      var response: Value = ["id": .number(7), "name": .text("Ada"), "count": .number(step)]
      let isAway = step > 40 && step <= 55 || step > 100 && step <= 130 || step > 200
      if !isAway { response["note"] = .text("note \(step)") }
      return response
    },
    SequenceCase(
      "what is played is null each night: told for two nights", 700,
      told: [
        "49 pending field-became-nullable $.nowPlaying", "51 open field-became-nullable $.nowPlaying",
        "81 resolved field-became-nullable $.nowPlaying",
        "145 reopened field-became-nullable $.nowPlaying", "177 resolved field-became-nullable $.nowPlaying",
      ]
    ) { step, _ in
      [
        "station": "Radio", "listeners": .number(step % 17),
        "nowPlaying": step % 96 > 48 && step % 96 <= 80 ? .null : .text("Song \(step)"),
      ]
    },
    SequenceCase(
      "a list that is split in two has no other name", 60,
      told: [
        "31 info field-added $.featured", "31 info field-added $.rest", "31 open field-removed $.items",
      ]
    ) { step, _ in
      guard case .list(let items) = shop(step) else { return .null }
      return step <= 30
        ? ["items": .list(items)]
        : ["featured": .list(Array(items.prefix(3))), "rest": .list(Array(items.dropFirst(3)))]
    },
    SequenceCase(
      "a window of twenty of which a tenth have a text, then all", 260, told: ["171 open field-type-changed $[*].price"]
    ) { step, _ in
      .list(
        (0..<20).map { place in
          let id = step * 5 + place
          return ["id": .number(id), "price": id % 10 == 0 || id > 700 ? .text("\(id)") : .number(id % 97)]
        })
    },
    SequenceCase(
      "what some of ever new records held is gone for good: told once, and not over as long as it stays away", 300,
      told: ["64 open field-removed $[*].note"]
    ) { step, _ in
      .list(
        (0..<20).map { place in
          let id = step * 20 + place
          var record: Value = ["id": .number(id), "size": .number(id % 89)]
          if step <= 60, id % 10 < 3 { record["note"] = .text("Note \(id)") }
          return record
        })
    },
  ]
}
