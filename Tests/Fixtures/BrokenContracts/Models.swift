import Foundation

/// What the screens of the release show.
struct Article {
  let id: Int
  let title: String
}

struct Counted {
  let id: Int
  let count: Int
}

struct Priced {
  let id: Int
  let price: Double
}

struct Tagged {
  let id: Int
  let tags: [String]
}

struct Linked {
  let id: Int
  let link: URL?
}

struct Identified {
  let id: UUID
}

struct Pictured {
  let id: Int
  let pictures: [URL]
}

struct Dated {
  let id: Int
  let day: Date
}

struct Sorted {
  let id: Int
  let symbol: String
}

/// A list without the elements that do not decode.
struct Lossy<Element: Decodable>: Decodable {
  let elements: [Element]

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !list.isAtEnd {
      if let element = try? list.decode(Element.self) {
        elements.append(element)
      } else {
        _ = try list.decode(Skipped.self)
      }
    }
    self.elements = elements
  }

  private struct Skipped: Decodable {}
}
