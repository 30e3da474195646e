import Foundation

// Types with the initialisers that the compiler makes: one for each kind of value that APIs send.

struct Article: Decodable, Equatable {
  struct Author: Decodable, Equatable { var id: Int, handle: String, isStaff: Bool? }
  var id: Int, headline: String, bodyText: String?, author: Author, tags: [String], isPublished: Bool
}

struct Booking: Decodable, Equatable {
  struct Night: Decodable, Equatable { var date: Date, guests: UInt8 }
  var checkIn: Date, checkOut: Date?, nights: [Night], holidays: [Date?]
}

struct Item: Decodable, Equatable { var sku: String, price: Double?, image: URL? }

struct Catalog: Decodable, Equatable {
  enum Season: String, Decodable { case spring, summer, autumn = "fall", winter }
  var season: Season, total: Decimal, items: [Item], related: [[Item]]?
}

struct Headers: Decodable, Equatable { var headers: [String: [String]], counts: [String: [String: Int?]]? }

/// The initialiser of an enum with payloads: exactly one member, named after the case.
enum Gesture: Decodable, Equatable {
  case tap
  case swipe(distance: Double, isLong: Bool?)
  case text(String)
  indirect case twice(Gesture)
}

struct Folder: Decodable, Equatable { var name: String, folders: [Folder], parentName: String? }

struct Widths: Decodable, Equatable {
  var a: Int8?, b: Int16?, c: Int32?, d: Int64?, e: Int128?, f: UInt8?, g: UInt16?, h: UInt32?, i: UInt64?
  var j: UInt128?
  var k: Int, l: UInt
}

struct Fractions: Decodable, Equatable { var d: Double, f: Float, m: Decimal?, list: [Float?], n: Int? }

struct QueuedJob: Decodable, Equatable {
  enum State: String, Decodable, CaseIterable { case queued, running, done = "Done" }
  enum Priority: Int, Decodable { case low = 1, high = 10 }
  enum Ratio: Double, Decodable { case half = 0.5, full = 1 }
  var state: State, priority: Priority?, ratio: Ratio?, history: [State]
}

struct Everything: Decodable, Equatable {
  var b: Bool?, s: String?, i: Int?, d: Double?, f: Float?, date: Date?, url: URL?, id: UUID?, data: Data?, m: Decimal?
  var list: [Int]?, item: Item?, map: Set<String>?, twice: Int??
}

struct Page<Element: Decodable & Equatable>: Decodable, Equatable {
  var count: Int, next: URL?, results: [Element]
}

struct Bounds: Decodable, Equatable { var range: ClosedRange<Int>, names: Set<String>?, nested: [Int??]? }

struct Identifiers: Decodable, Equatable { var id: UUID, link: URL, icon: Data, others: [UUID?] }

struct Renamed: Decodable, Equatable {
  var imageURL: URL?
  var fullName: String, isNew: Bool
  private enum CodingKeys: String, CodingKey { case imageURL = "image_url", fullName = "full_name", isNew = "é" }
}

final class Link: Decodable, Equatable {
  let isBaby: Bool?
  let species: Item
  let evolvesTo: [Link]

  static func == (one: Link, other: Link) -> Bool {
    one.isBaby == other.isBaby && one.species == other.species && one.evolvesTo == other.evolvesTo
  }
}
