/// Breaks in the course of time: spread, mended, repeated, coming and going, on little evidence.
enum TimeCourseCases {
  static let all = repeated + spreading + young + interrupted + sorts

  static let repeated: [SequenceCase] = [
    .products(
      "break, fix, break again",
      told: [
        "21 open field-removed $[*].price", "31 resolved field-removed $[*].price",
        "41 reopened field-removed $[*].price",
      ]
    ) { step, _, product in
      if step > 20, step <= 30 || step > 40 { product["price"] = nil }
    },
    .products(
      "a type breaks, is mended and breaks again",
      told: [
        "21 open field-type-changed $[*].price", "31 resolved field-type-changed $[*].price",
        "41 reopened field-type-changed $[*].price",
      ]
    ) { step, _, product in
      if step > 20, step <= 30 || step > 40 { product["price"] = "12.50" }
    },
    SequenceCase(
      "a deploy that is reverted after three days and repeated months later", 160,
      told: [
        "31 open field-renamed $[*].image", "34 resolved field-renamed $[*].image",
        "150 reopened field-renamed $[*].image",
      ]
    ) { step, generator in
      ShopResponses.list(&generator, of: 10) {
        if step > 30, step <= 33 || step >= 150 { $1.rename("image", to: "picture") }
      }
    },
    .products(
      "a field that is born and changes its type within a week",
      told: ["31 info field-added $[*].rating", "38 open field-type-changed $[*].rating"]
    ) { step, _, product in
      if step > 30 { product["rating"] = step >= 38 ? "4.5" : 4 }
    },
    .products(
      "two servers of which one is new: one message, silence, one resolution", 90,
      told: [
        "31 open field-type-changed $[*].price", "32 resolved field-type-changed $[*].price",
        "33 reopened field-type-changed $[*].price", "34 resolved field-type-changed $[*].price",
        "35 flapping field-type-changed $[*].price", "73 resolved field-type-changed $[*].price",
      ]
    ) { step, _, product in
      if step > 30, step <= 70, step % 2 == 1 { product["price"] = "12.50" }
    },
    .products(
      "two breaks at once are two incidents",
      told: ["31 open field-removed $[*].price", "31 open field-type-changed $[*].maker"],
      incidents: 2
    ) { step, _, product in
      if step > 30 {
        product["price"] = nil
        product["maker"] = "Aalto"
      }
    },
    .products(
      "a member goes for one response",
      told: ["31 open field-removed $[*].price", "32 resolved field-removed $[*].price"]
    ) { step, _, product in
      if step == 31 { product["price"] = nil }
    },
  ]

  static let spreading: [SequenceCase] = [
    .products(
      "0, 1, 5 and 10 of 10 records lack a member: one incident that grows",
      told: [
        "31 pending field-became-optional $[*].price", "44 open field-became-optional $[*].price",
        "51 escalated field-removed $[*].price",
      ]
    ) { step, index, product in
      let affected = step <= 30 ? 0 : step <= 40 ? 1 : step <= 50 ? 5 : 10
      if index < affected { product["price"] = nil }
    },
    .products(
      "0, 1, 5 and 10 of 10 records are null",
      told: [
        "31 pending field-became-nullable $[*].price", "44 open field-became-nullable $[*].price",
        "51 escalated field-became-nullable $[*].price",
      ]
    ) { step, index, product in
      let affected = step <= 30 ? 0 : step <= 40 ? 1 : step <= 50 ? 5 : 10
      if index < affected { product["price"] = .null }
    },
    .products(
      "0, 1, 5 and 10 of 10 records have another type",
      told: [
        "31 pending field-type-widened $[*].price", "44 open field-type-widened $[*].price",
        "51 escalated field-type-changed $[*].price",
      ]
    ) { step, index, product in
      let affected = step <= 30 ? 0 : step <= 40 ? 1 : step <= 50 ? 5 : 10
      if index < affected { product["price"] = "12" }
    },
  ]

  static let young: [SequenceCase] = [
    .products(
      "a type that changes at the third response waits and is confirmed", 20,
      told: ["3 open field-type-changed $[*].price"]
    ) { step, _, product in
      if step > 2 { product["price"] = "12.50" }
    },
    .state(
      "a type of a single object that changes at the third response", 30,
      told: ["3 pending field-type-changed $.total", "4 open field-type-changed $.total"]
    ) { step, state in
      if step > 2 { state["total"] = "12.50" }
    },
    .state(
      "a type that changes at the second response", 30,
      told: ["2 pending field-type-changed $.total", "4 open field-type-changed $.total"]
    ) { step, state in
      if step > 1 { state["total"] = "12.50" }
    },
    .state(
      "a member that goes at the third response", 60,
      told: ["3 pending field-removed $.balance", "55 open field-removed $.balance"]
    ) { step, state in
      if step > 2 { state["balance"] = nil }
    },
    SequenceCase(
      "one response a thousand times, then another type", 1010, told: ["1001 open field-type-changed $.total"]
    ) { step, _ in
      ["id": 7, "total": step > 1000 ? "12.50" : 12, "name": "Ida Falk"]
    },
    SequenceCase(
      "one response a thousand times, then a member less", 1010,
      told: ["1001 pending field-removed $.total", "1002 open field-removed $.total"]
    ) { step, _ in
      step > 1000 ? ["id": 7, "name": "Ida Falk"] : ["id": 7, "total": 12, "name": "Ida Falk"]
    },
    SequenceCase(
      "an endpoint empty for months, then filled, then of another type", 120,
      told: ["101 open field-type-changed $[*].price"]
    ) { step, generator in
      step <= 50 ? .list([]) : ShopResponses.list(&generator) { if step > 100 { $1["price"] = "12.50" } }
    },
    SequenceCase(
      "filled, empty for months, then of another type", 120,
      told: ["54 open volume-empty $", "101 open field-type-changed $[*].price", "101 resolved volume-empty $"],
      incidents: 2
    ) { step, generator in
      step > 50 && step <= 100 ? .list([]) : ShopResponses.list(&generator) { if step > 100 { $1["price"] = "12.50" } }
    },
  ]

  static let interrupted: [SequenceCase] = [
    SequenceCase("a body that is cut in the middle", 60, told: ["31 not_json"]) { step, generator in
      let text = ShopResponses.list(&generator).json
      return .bytes(step == 31 ? String(text.prefix(text.count / 2)) : text)
    },
    SequenceCase("a login page among the responses", 60, told: ["31 not_json"]) { step, generator in
      .bytes(step == 31 ? "<!doctype html><title>Sign in</title>" : ShopResponses.list(&generator).json)
    },
    SequenceCase(
      "a break that lasts through a response that is no JSON", 60,
      told: ["31 open field-removed $[*].price", "41 not_json"]
    ) { step, generator in
      let text = ShopResponses.list(&generator) { if step > 30 { $1["price"] = nil } }.json
      return .bytes(step == 41 ? String(text.prefix(300)) : text)
    },
    SequenceCase("a response with a byte order mark, white space and escapes", 60) { step, generator in
      let text = ShopResponses.list(&generator).json
      return .bytes(step % 2 == 0 ? text : " \n" + text.replacing("{\"id\"", with: "{\n  \"\\u0069d\" ") + "\n")
    },
  ]

  static let sorts: [SequenceCase] = [
    SequenceCase("a list of only images, then texts too", 60, told: ["31 info field-added $.blocks[*].text"]) {
      step, generator in
      blocks(&generator, sorts: step > 30 ? ["image", "text"] : ["image"])
    },
    SequenceCase(
      "images lose their URL while texts come along", 60,
      told: ["31 info field-added $.blocks[*].text", "31 open field-removed $.blocks[*].url"]
    ) { step, generator in
      blocks(&generator, sorts: step > 30 ? ["image", "text"] : ["image"]) { if step > 30 { $0["url"] = nil } }
    },
    SequenceCase("images of a list of sorts lose their URL", 60, told: ["31 open field-removed $.blocks[*].url"]) {
      step, generator in
      blocks(&generator, sorts: ["image", "text", "rule"]) { if step > 30 { $0["url"] = nil } }
    },
    SequenceCase("a list of sorts that come and go", 60) { step, generator in
      blocks(
        &generator,
        sorts: [["image"], ["text"], ["text", "rule"], ["image", "text", "rule"]][step < 9 ? 3 : generator.below(4)])
    },
    SequenceCase("a tree that grows a member at every depth", 60, told: ["31 info field-added $.tree.badge"]) {
      step, generator in
      ["tree": tree(&generator, depth: 4) { if step > 30 { $0["badge"] = "new" } }]
    },
    SequenceCase("a tree that loses a member at every depth", 60, told: ["31 open field-removed $.tree.label"]) {
      step, generator in
      ["tree": tree(&generator, depth: 4) { if step > 30 { $0["label"] = nil } }]
    },
    SequenceCase("trees of different depths", 60) { step, generator in
      ["tree": tree(&generator, depth: 1 + (step * 3) % 4)]
    },
  ]

  private static func blocks(
    _ generator: inout SeededGenerator, sorts: [String], edit: (inout Value) -> Void = { _ in }
  ) -> Value {
    let blocks = (0..<8).map { index -> Value in
      var block: Value = ["type": .text(sorts[index % sorts.count]), "id": .text(generator.uuid())]
      switch sorts[index % sorts.count] {
      case "image": block["url"] = .text("https://cdn.example.com/\(generator.hexadecimal(8)).png")
      case "text":
        block["text"] = .text("A sentence with \(generator.below(900)) in it, and \(generator.hexadecimal(5)).")
      default: block["width"] = .number(generator.below(9))
      }
      edit(&block)
      return block
    }
    return ["blocks": .list(blocks)]
  }

  private static func tree(_ generator: inout SeededGenerator, depth: Int, edit: (inout Value) -> Void = { _ in })
    -> Value
  {
    var children: [Value] = []
    if depth > 0 { for _ in 0..<2 { children.append(tree(&generator, depth: depth - 1, edit: edit)) } }
    var node: Value = [
      "label": .text("node \(generator.hexadecimal(5))"), "size": .number(generator.below(900)),
      "children": .list(children),
    ]
    edit(&node)
    return node
  }
}
