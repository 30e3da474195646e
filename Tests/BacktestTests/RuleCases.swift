/// One rule each: it is told once, at the first response that shows it, at the right path, and nothing else is.
enum RuleCases {
  static let all = presence + types + values

  static let presence: [SequenceCase] = [
    .products("a member goes from every record", told: ["31 open field-removed $[*].price"]) { step, _, product in
      if step > 30 { product["price"] = nil }
    },
    .state(
      "a member of a single object goes",
      told: ["41 pending field-removed $.owner.city", "44 open field-removed $.owner.city"]
    ) { step, state in
      if step > 40 { state["owner"] = ["name": "Ida Falk"] }
    },
    .products("a whole sub-object goes", told: ["31 open field-removed $[*].maker"]) { step, _, product in
      if step > 30 { product["maker"] = nil }
    },
    .products("a member is added", told: ["31 info field-added $[*].rating"]) { step, _, product in
      if step > 30 { product["rating"] = 4 }
    },
    .products("a member is added to half of the records", told: ["31 info field-added $[*].rating"]) {
      step, index, product in
      if step > 30, index % 2 == 0 { product["rating"] = 4 }
    },
    .products(
      "a field is added, taken back before long and added again", 90, told: ["31 info field-added $[*].rating"]
    ) { step, _, product in
      if step > 30, step < 40 || step > 60 { product["rating"] = .number(step % 5) }
    },
    .products(
      "a field is added, stays, is gone and comes back", 120,
      told: [
        "31 info field-added $[*].rating", "70 pending field-removed $[*].rating",
        "73 open field-removed $[*].rating", "91 resolved field-removed $[*].rating",
      ]
    ) { step, _, product in
      if step > 30, step < 70 || step > 90 { product["rating"] = .number(step % 5) }
    },
    SequenceCase("a spelling is mended", 60, told: ["31 open field-renamed $[*].adress"]) { step, generator in
      ShopResponses.list(&generator, of: 10) {
        $1["address"] = $1["image"]
        if step <= 30 { $1.rename("address", to: "adress") }
      }
    }.hinting("renamed to `address`"),
    .products(
      "a spelling is mended where no value agrees: removed, with a hint",
      told: ["31 info field-added $[*].address", "31 open field-removed $[*].adress"]
    ) { step, index, product in
      product["address"] = .text("\(step * 31 + index) Long Street, Bergen")
      if step <= 30 { product.rename("address", to: "adress") }
    }.hinting("perhaps renamed to `address`"),
    SequenceCase("a member is renamed with the same values", 60, told: ["31 open field-renamed $[*].createdAt"]) {
      step, generator in
      ShopResponses.list(&generator, of: 10) { if step > 30 { $1.rename("createdAt", to: "created_at") } }
    },
    SequenceCase("a member is renamed altogether", 60, told: ["31 open field-renamed $[*].image"]) { step, generator in
      ShopResponses.list(&generator, of: 10) { if step > 30 { $1.rename("image", to: "pictureLocation") } }
    },
    .products(
      "a member is renamed where too few values can be compared: removed, with a hint",
      told: ["31 info field-added $[*].created_at", "31 open field-removed $[*].createdAt"]
    ) { step, _, product in
      if step > 30 { product.rename("createdAt", to: "created_at") }
    }.hinting("renamed to `created_at`"),
    .products(
      "a member goes and one of another type comes: removed and added, not renamed",
      told: ["31 info field-added $[*].isAvailable", "31 open field-removed $[*].status"]
    ) { step, _, product in
      if step > 30 {
        product["status"] = nil
        product["isAvailable"] = true
      }
    },
    .products(
      "a member moves into a sub-object", told: ["31 info field-added $[*].media", "31 open field-removed $[*].image"]
    ) { step, _, product in
      if step > 30, let image = product["image"] {
        product["image"] = nil
        product["media"] = ["image": image]
      }
    }.hinting("media"),
    .products(
      "a member goes from half of the records",
      told: ["31 pending field-became-optional $[*].price", "33 open field-became-optional $[*].price"]
    ) { step, index, product in
      if step > 30, index % 2 == 0 { product["price"] = nil }
    },
    .products("a member becomes null in every record", told: ["31 open field-became-nullable $[*].price"]) {
      step, _, product in
      if step > 30 { product["price"] = .null }
    },
    .products(
      "a member becomes null in half of the records",
      told: ["31 pending field-became-nullable $[*].price", "33 open field-became-nullable $[*].price"]
    ) { step, index, product in
      if step > 30, index % 2 == 0 { product["price"] = .null }
    },
    .state(
      "a member of a single object becomes null",
      told: ["41 pending field-became-nullable $.owner", "44 open field-became-nullable $.owner"]
    ) { step, state in
      if step > 40 { state["owner"] = .null }
    },
  ]

  static let types: [SequenceCase] = [
    .products("whole numbers become fractions", told: ["31 open field-type-widened $[*].stock"]) {
      step, index, product in
      if step > 30 { product["stock"] = .verbatim("\(5 + (step + index) % 90).5") }
    },
    .products("whole prices get fractions, and are much lower", told: ["31 open field-type-widened $[*].price"]) {
      step, index, product in
      if step > 30 { product["price"] = .verbatim("\(10 + index).5") }
    },
    .products(
      "whole numbers become fractions in some records",
      told: ["31 pending field-type-widened $[*].stock", "33 open field-type-widened $[*].stock"]
    ) { step, index, product in
      if step > 30, index % 2 == 0 { product["stock"] = .verbatim("\(5 + (step + index) % 90).5") }
    },
    .state(
      "one whole number becomes a fraction, and is whole by coincidence now and then",
      told: ["41 pending field-type-widened $.total", "45 open field-type-widened $.total"]
    ) { step, state in
      if step > 40 { state["total"] = step % 11 == 0 ? .number(12_000) : .verbatim("\(11_000 + step * 7).6") }
    },
    .products("a number becomes a text", told: ["31 open field-type-changed $[*].price"]) { step, _, product in
      if step > 30 { product["price"] = "12.50" }
    },
    .products("a number becomes an object", told: ["31 open field-type-changed $[*].price"]) { step, _, product in
      if step > 30 { product["price"] = ["amount": 1250, "currency": "EUR"] }
    },
    .products("an object becomes a text", told: ["31 open field-type-changed $[*].maker"]) { step, _, product in
      if step > 30 { product["maker"] = "Aalto" }
    },
    .products("a list of texts becomes a list of objects", told: ["31 open field-type-changed $[*].tags[*]"]) {
      step, _, product in
      product["tags"] = step > 30 ? [["name": "a"], ["name": "b"]] : ["a", "b"]
    },
    .state("an object becomes a list", told: ["31 open field-type-changed $.owner"]) { step, state in
      if step > 30 { state["owner"] = [["name": "Ida Falk", "city": "Bergen"]] }
    },
    .state("the response itself becomes a list", told: ["31 open field-type-changed $"]) { step, state in
      if step > 30 { state = [state] }
    },
    .products("an id becomes a text", told: ["31 open field-type-changed $[*].id"]) { step, index, product in
      if step > 30 { product["id"] = .text("\(1000 + index)") }
    },
    .products(
      "numbers become texts in half of the records",
      told: ["31 pending field-type-widened $[*].price", "33 open field-type-widened $[*].price"]
    ) { step, index, product in
      if step > 30, index % 2 == 0 { product["price"] = "12.50" }
    },
    .products("a boolean becomes 0 and 1", told: ["31 open field-type-changed $[*].isNew"]) { step, index, product in
      if step > 30 { product["isNew"] = .number(index % 2) }
    },
  ]

  static let values: [SequenceCase] = [
    .products(
      "a new value in a closed set, in every record",
      told: ["31 pending field-enum-value-added $[*].status", "36 open field-enum-value-added $[*].status"]
    ) { step, _, product in
      if step > 30 { product["status"] = "on-request" }
    },
    .products(
      "a new value in a closed set, in a tenth of the records", 131,
      told: ["31 pending field-enum-value-added $[*].status"]
    ) { step, index, product in
      if step > 30, index == 3 { product["status"] = "on-request" }
    },
    .state(
      "a new word in an object that had another one once, long ago", 131,
      told: ["61 pending field-enum-value-added $.mode", "66 open field-enum-value-added $.mode"]
    ) { step, state in
      state["mode"] = step > 60 ? "on holiday" : step == 9 ? "closing" : .text(["open", "closed"][step % 2])
    },
    .products(
      "new words in records of which one held a code once, long ago", 131,
      told: ["9 pending field-enum-value-added $[*].status", "64 open field-enum-value-added $[*].status"]
    ) { step, index, product in
      if step > 60 { product["status"] = "on-request" }
      if step == 9, index == 2 { product["status"] = "404" }
    },
    .state(
      "a member that is gone and was away once, long ago", 131,
      told: ["9 pending field-removed $.owner", "65 open field-removed $.owner"]
    ) { step, state in
      state["owner"] = step > 60 || step == 9 ? nil : "Ann"
    },
    .state(
      "a list that is empty from now on and was so once, long ago", 131,
      told: ["65 open volume-empty $.items"]
    ) { step, state in
      state["items"] = .list(step > 60 || step == 9 ? [] : [1, 2, 3, 4])
    },
    .state(
      "a new word in a map whose members keep their words", 131,
      told: [
        "61 pending field-enum-value-added $.languages.*.state", "64 open field-enum-value-added $.languages.*.state",
      ]
    ) { step, state in
      let words: [Value] = ["complete", "partial", "none"]
      let languages = ["de", "fr", "es", "it", "nl", "pl", "sv", "da"]
      state["languages"] = .object(
        languages.enumerated().map {
          (name: $1, value: ["state": step > 60 ? "outsourced" : words[$0 % 3], "n": .number(step)])
        })
    },
    .state(
      "a new word in an object that had others by turns", 131,
      told: ["61 pending field-enum-value-added $.mode", "66 open field-enum-value-added $.mode"]
    ) { step, state in
      state["mode"] = step > 60 ? "on holiday" : .text(["open", "closed", "busy"][step % 3])
    },
    .products("URLs become paths", told: ["31 open field-format-changed $[*].image"]) { step, index, product in
      if step > 30 { product["image"] = .text("images/\(index * 37).jpg") }
    },
    .products("dates become texts", told: ["31 open field-format-changed $[*].createdAt"]) { step, index, product in
      if step > 30 { product["createdAt"] = .text("\(1 + index) days ago") }
    },
    .products("UUIDs become other texts", told: ["31 open field-format-changed $[*].owner"]) { step, index, product in
      product["owner"] = product["sku"]
      if step > 30 { product["owner"] = .text("user number \(index)") }
    },
    .products(
      "images that are no URLs any more: texts that hold a list of them",
      told: ["31 open field-format-changed $[*].images[*]"]
    ) { step, index, product in
      let url = "https://i.example.com/\(step * 10 + index).jpeg"
      product["images"] = .list([
        .text(step > 30 ? "[\"\(url)\"]" : url), .text(step > 30 ? "[\"\(url)?b\"]" : url + "?b"),
      ])
    },
    .products("seconds become milliseconds", told: ["31 open field-scale-changed $[*].changedAt"]) {
      step, index, product in
      let seconds = 1_700_000_000 + step * 3600 - index * 86_400
      product["changedAt"] = .number(step > 30 ? seconds * 1000 : seconds)
    },
    .state("seconds of a single object become milliseconds", told: ["31 open field-scale-changed $.updatedAt"]) {
      step, state in
      let seconds = 1_700_000_000 + step * 900
      state["updatedAt"] = .number(step > 30 ? seconds * 1000 : seconds)
    },
    .products("units become cents", told: ["31 open field-scale-changed $[*].cost"]) { step, index, product in
      let cents = 1000 + (step * 13 + index * 101) % 4000
      product["cost"] = .verbatim(step > 30 ? "\(cents)" : "\(Double(cents) / 100)")
    },
    .products("cents become units", told: ["31 open field-scale-changed $[*].cost"]) { step, index, product in
      let cents = 1000 + (step * 13 + index * 101) % 4000
      product["cost"] = .verbatim(step > 30 ? "\(Double(cents) / 100)" : "\(cents)")
    },
  ]
}
