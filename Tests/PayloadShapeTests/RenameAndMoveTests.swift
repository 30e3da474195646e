import Testing

@testable import PayloadShape

/// A change of a whole list of products, and where the hint must say that a value is now.
struct RelocationCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: String
  let new: String
  /// By path: what the hint must contain.
  let hints: [String: String]
  /// How many changes there are in all.
  let changes: Int

  init(_ title: String, _ old: String, _ new: String, _ hints: [String: String], changes: Int) {
    (testDescription, self.old, self.new, self.hints, self.changes) = (title, old, new, hints, changes)
  }
}

private let titles = ["Hoodie", "Fresh Table", "Comfort Cap", "Wireless Mouse", "Citrus Perfume", "Old Lamp"]

/// Six records; `#` is the number, `%` a title, and `~` a price.
private func list(_ record: String) -> String {
  let records = titles.enumerated().map { number, title in
    record.replacing("#", with: "\(number)").replacing("%", with: title)
      .replacing("~", with: "\([44, 17, 100, 250, 99, 31][number])")
  }
  return "[" + records.joined(separator: ",") + "]"
}

private let product = ##"{"id":1#,"title":"%","price":~}"##
private let withCategory = ##"{"id":1#,"category":{"id":#,"name":"Category %","image":"https://a.b/#"}}"##
private let deep = ##"{"id":1#,"user":{"n":1,"address":{"zip":"8#01","city":"Town %"}}}"##

@Test(
  "A rename or a move is told with the new place, once, also at the second response",
  arguments: [
    RelocationCase(
      "another name", list(product), list(##"{"id":1#,"name":"%","price":~}"##),
      ["$[*].title": "renamed to `name`: 6 of 6"], changes: 1),
    RelocationCase(
      "another name of small numbers", list(product), list(##"{"id":1#,"title":"%","amount":~}"##),
      ["$[*].price": "perhaps renamed to `amount`: 6 of 6"], changes: 2),
    RelocationCase(
      "two names at once", list(product), list(##"{"id":1#,"label":"%","amount":~}"##),
      ["$[*].title": "renamed to `label`", "$[*].price": "renamed to `amount`"], changes: 3),
    RelocationCase(
      "a number into an object in its place", list(product),
      list(##"{"id":1#,"title":"%","price":{"amount":~,"currency":"USD"}}"##),
      ["$[*].price": "perhaps moved to $[*].price.amount"], changes: 1),
    RelocationCase(
      "a number out of an object in its place", list(##"{"id":1#,"price":{"amount":~,"currency":"USD"}}"##),
      list(##"{"id":1#,"price":~}"##), ["$[*].price": "its amount perhaps moved to $[*].price"], changes: 1),
    RelocationCase(
      "a list into an envelope", list(product), #"{"data":\#(list(product)),"total":6}"#,
      ["$": "perhaps moved to $.data"], changes: 1),
    RelocationCase(
      "a list out of an envelope", #"{"data":\#(list(product)),"total":6}"#, list(product),
      ["$": "its data perhaps moved to $:"], changes: 1),
    RelocationCase(
      "a list into two envelopes", list(product), #"{"data":{"items":\#(list(product))}}"#,
      ["$": "perhaps moved to $.data.items"], changes: 1),
    RelocationCase(
      "records into envelopes and these into a list", list(product),
      #"{"edges":\#(list(##"{"node":\##(product)}"##))}"#,
      ["$": "its elements perhaps moved to $.edges[*].node"], changes: 1),
    RelocationCase(
      "each record into an envelope", list(product), list(##"{"product":\##(product)}"##),
      ["$[*].id": "perhaps moved to $[*].product"], changes: 2),
    RelocationCase(
      "each record out of an envelope", list(##"{"product":\##(product)}"##), list(product),
      ["$[*].product": "its members perhaps moved to $[*]"], changes: 2),
    RelocationCase(
      "members into a new object", list(product), list(##"{"id":1#,"info":{"title":"%","price":~}}"##),
      ["$[*].price": "perhaps moved to $[*].info"], changes: 2),
    RelocationCase(
      "an object that came apart under longer names", list(withCategory),
      list(##"{"id":1#,"categoryId":#,"categoryName":"Category %"}"##),
      ["$[*].category": "its id perhaps moved to $[*].categoryId"], changes: 3),
    RelocationCase(
      "longer names that became an object", list(##"{"id":1#,"categoryId":#,"categoryName":"Category %"}"##),
      list(withCategory),
      [
        "$[*].categoryId": "perhaps moved to $[*].category.id",
        "$[*].categoryName": "perhaps moved to $[*].category.name",
      ], changes: 3),
    RelocationCase(
      "an object under another name, with all below", list(withCategory),
      list(withCategory.replacing("category", with: "group")), ["$[*].category": "renamed to `group`"], changes: 1),
    RelocationCase(
      "up across two levels", list(deep), list(##"{"id":1#,"user":{"n":1},"city":"Town %"}"##),
      ["$[*].user.address": "its city perhaps moved to $[*].city"], changes: 2),
    RelocationCase(
      "down across two levels", list(##"{"id":1#,"user":{"n":1},"city":"Town %"}"##), list(deep),
      ["$[*].city": "perhaps moved to $[*].user.address.city"], changes: 2),
    RelocationCase(
      "the first element of a list", list(##"{"id":1#,"images":["https://a.b/#"]}"##),
      list(##"{"id":1#,"image":"https://a.b/#"}"##), ["$[*].images": "its elements perhaps moved to $[*].image"],
      changes: 2),
    RelocationCase(
      "a text into a list", list(##"{"id":1#,"image":"https://a.b/#"}"##),
      list(##"{"id":1#,"images":["https://a.b/#"]}"##), ["$[*].image": "perhaps moved to $[*].images[*]"], changes: 2),
    RelocationCase(
      "texts of a list into objects", list(##"{"id":1#,"images":["https://a.b/#"]}"##),
      list(##"{"id":1#,"images":[{"url":"https://a.b/#"}]}"##),
      ["$[*].images[*]": "perhaps moved to $[*].images[*].url"], changes: 1),
    RelocationCase(
      "objects of a list into texts", list(##"{"id":1#,"images":[{"url":"https://a.b/#"}]}"##),
      list(##"{"id":1#,"images":["https://a.b/#"]}"##),
      ["$[*].images[*]": "its url perhaps moved to $[*].images[*]"], changes: 1),
    RelocationCase(
      "many records to one", list(withCategory),
      ##"{"id":10,"category":{"id":0,"name":"Category Hoodie","image":"https://a.b/0"}}"##,
      ["$": "its elements perhaps moved to $:"], changes: 1),
    RelocationCase(
      "a list under another name, of other records", #"{"items":\#(list(##"{"a":#,"b":"x#","c":"%","d":true}"##))}"#,
      #"{"things":\#(list(##"{"a":9#,"b":"y#","c":"z%","d":false}"##))}"#,
      ["$.items": "perhaps renamed to `things`; it has the same members"], changes: 2),
    RelocationCase(
      "nothing but null until now", list(##"{"id":1#,"deleted":null}"##), list(##"{"id":1#,"removal":null}"##),
      ["$[*].deleted": "perhaps renamed to `removal`; a guess, since only null was seen"], changes: 2),
  ])
func relocations(_ c: RelocationCase) throws {
  var baseline = try shape(c.old)
  for _ in 0..<11 { baseline = baseline.absorbing(try shape(c.old), except: []) }
  let observed = try shape(c.new)
  let found = changes(from: baseline, to: observed)
  #expect(found.count == c.changes, "\(found.map(summary))")
  for round in 1...2 {
    let seen = changes(from: baseline, to: observed)
    for (path, hint) in c.hints {
      let change = seen.first { $0.path == path }
      #expect(change?.hint?.contains(hint) == true, "\(round): \(path): \(change?.hint ?? "none")")
      #expect(change?.confidence.map { 0.05...0.99 ~= $0 } == true)
    }
    baseline = baseline.absorbing(observed, except: found.filter { !$0.kind.isGrowth })
  }
}

@Test(
  "What agrees by chance is no rename and no move",
  arguments: [
    ("flags", ##"{"id":1#,"isNew":true}"##, ##"{"id":1#,"hasStock":true}"##),
    ("numbers without gaps", ##"{"id":1#,"rank":#}"##, ##"{"id":1#,"weight":#}"##),
    ("a currency and a language", ##"{"id":1#,"code":"EUR"}"##, ##"{"id":1#,"language":"EUR"}"##),
    ("other records' values", ##"{"id":1#,"home":"Team #"}"##, ##"{"id":10#,"away":"Team #"}"##),
  ])
func coincidences(_ title: String, _ old: String, _ new: String) throws {
  // The last case has the same identifiers in another order, so that the same texts belong to other records.
  let records = list(new).replacing("100", with: "11").replacing("101", with: "10").replacing("102", with: "13")
    .replacing("103", with: "12").replacing("104", with: "15").replacing("105", with: "14")
  let found = changes(from: try shape(Array(repeating: list(old), count: 12)), to: try shape(records))
  #expect(found.map(\.kind) == [.memberRemoved, .memberAdded] || found.map(\.kind) == [.memberAdded, .memberRemoved])
  #expect(found.allSatisfy { $0.hint == nil }, "\(found.compactMap(\.hint))")
}

@Test("Of hundreds of members with other names each is found by its values, without comparing all pairs")
func manyMembers() throws {
  func records(_ name: (Int) -> String) throws -> PayloadShape {
    let records = (0..<5).map { record in
      let members = (0..<400).map { number in
        let value = 1_000_000 + 7_919 * number + record
        return "\"\(name(number))\":" + (number.isMultiple(of: 2) ? "\(value)" : "\"https://a.b/\(value)\"")
      }
      return "{\(members.joined(separator: ","))}"
    }
    return try shape("[\(records.joined(separator: ","))]")
  }
  func word(_ number: Int) -> String {
    let letters = Array("abcefghjklmopqrstuvw")  // so that no name is that of an identifier
    return String([letters[number / 20], letters[number % 20]])
  }
  let found = changes(from: try records { "old \(word($0))" }, to: try records { "\(word($0)) new" })
  #expect(found.count == 400 && found.allSatisfy { $0.kind == .memberRenamed })
  #expect(found.allSatisfy { $0.renamedTo == "\($0.before.dropFirst(5).dropLast()) new" }, "\(found[0].before)")
}
