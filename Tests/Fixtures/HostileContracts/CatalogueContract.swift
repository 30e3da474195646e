import ContractKit
import Foundation

/// A catalogue that an app reads and writes back, in versions that keep more or less of it, and whose articles name their
/// category; made up.
let catalogue = Contract("catalogue", versions: [first, whole] + keepers) {
  for id in ["article", "articles", "categories"] { Endpoint(id, get: "/\(id)") }
  Endpoint("update", writing: "PUT", to: "/article")
}

struct Article: Codable {
  let id: Int
  let title: String
  let price: Double
  let note: String?
  let categoryID: Int?

  func encode(to encoder: any Encoder) throws {
    precondition(title != "trap", "cannot be written")
    while title == "hang" { usleep(1000) }
    if title == "throw" { throw TooLarge() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(price, forKey: .price)
    try container.encodeIfPresent(note, forKey: .note)
    try container.encodeIfPresent(categoryID, forKey: .categoryID)
  }
}

private struct ArticleCategory: Codable {
  let id: Int
  let name: String
}

/// The release that people have.
private let first = Version("v1", shippedIn: "1.0") {
  Reads("article", as: Article.self) { Mapping("Article", records: "$", each: { [$0] }, identity: \.id) }
  Reads("articles", as: [Article].self) {
    Mapping(
      "Article", records: "$[*]", each: \.self, identity: \.id,
      referring: Reference("category", to: "categories", mapping: "Category") { $0.categoryID })
  }
  Reads("categories", as: [ArticleCategory].self) {
    Mapping("Category", records: "$[*]", each: \.self, identity: \.id)
  }
  WritesBack("article", as: Article.self, to: "update", except: "$.updatedAt")
}

/// The release that keeps what it does not know.
private let whole = Version("v2", shippedIn: "2.0", status: .candidate) {
  Reads("article", as: AnyValue.self)
  WritesBack("article", as: AnyValue.self, to: "update", isEssential: true)
}

private enum AnyValue: Codable {
  case null, bool(Bool), number(Decimal), text(String), list([AnyValue]), object([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Decimal.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([AnyValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: AnyValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }
}

// MARK: Ways of keeping

private func isoDecoder() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}

private func isoEncoder() -> JSONEncoder {
  let encoder = JSONEncoder()
  encoder.dateEncodingStrategy = .iso8601
  return encoder
}

private struct Stamped: Codable {
  let id: UUID
  let at: Date
}

private struct Counted: Codable {
  let id: Double
}

/// Writes null where there was nothing, and a default where there was none.
private struct Eager: Codable {
  let id: Int
  let note: String?
  let count: Int

  enum CodingKeys: CodingKey { case id, note, count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    note = try container.decodeIfPresent(String.self, forKey: .note)
    count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 0
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(note, forKey: .note)
    try container.encode(count, forKey: .count)
  }
}

/// Leaves out what it cannot read.
private struct Patient: Codable {
  struct Entry: Codable, Hashable {
    let id: Int
    let price: Double
  }

  private struct Skipped: Codable {}

  let entries: [Entry]

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var entries: [Entry] = []
    while !container.isAtEnd {
      if let entry = try? container.decode(Entry.self) {
        entries.append(entry)
      } else {
        _ = try container.decode(Skipped.self)
      }
    }
    self.entries = entries
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }
}

private struct Unordered: Codable {
  let tags: Set<String>
  let entries: Set<Patient.Entry>
}

private struct Nested: Codable {
  let id: Int
  let seller: Counted?
}

private struct Envelope: Decodable {
  let items: [Article]
}

private let keepers = [
  Version("stamped") {
    Reads("article", as: Stamped.self, using: isoDecoder())
    WritesBack("article", as: Stamped.self, to: "update", using: isoDecoder(), encodedBy: isoEncoder())
  },
  Version("numbered") {
    Reads("article", as: Stamped.self, using: isoDecoder())
    WritesBack("article", as: Stamped.self, to: "update", using: isoDecoder())
  },
  Version("counted") {
    Reads("article", as: Counted.self)
    WritesBack("article", as: Counted.self, to: "update")
  },
  Version("eager") {
    Reads("article", as: Eager.self)
    WritesBack("article", as: Eager.self, to: "update")
  },
  Version("patient") {
    Reads("articles", as: Patient.self)
    WritesBack("articles", as: Patient.self, to: "update")
  },
  Version("unordered") {
    Reads("article", as: Unordered.self)
    WritesBack("article", as: Unordered.self, to: "update")
  },
  Version("rates") {
    Reads("article", as: [String: Counted].self)
    WritesBack("article", as: [String: Counted].self, to: "update", except: "$.*.by")
  },
  Version("nested") {
    Reads("article", as: Nested.self)
    WritesBack("article", as: Nested.self, to: "update")
  },
  Version("enveloped") {
    Reads("articles", as: Envelope.self)
    WritesBack(
      "articles", as: Envelope.self, to: "update", records: "$.items[*]",
      each: { envelope in envelope.items.filter { $0.title != "drop" } })
  },
]
