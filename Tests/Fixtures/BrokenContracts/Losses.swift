import Foundation

struct EnumPlainDTO: Decodable {
  enum Kind: String, Decodable {
    case lake
    case river = "River"
  }

  let id: Int
  let kind: Kind
}

extension Sorted {
  init(plain dto: EnumPlainDTO) { self.init(id: dto.id, symbol: dto.kind.rawValue) }
}

enum Terrain: String, Decodable {
  case flat, hilly
}

struct EnumSwitchedDTO: Decodable {
  let id: Int
  let terrain: Terrain
}

extension Sorted {
  init(switched dto: EnumSwitchedDTO) {
    let symbol =
      switch dto.terrain {
      case .flat: "minus"
      case .hilly: "mountain"
      }
    self.init(id: dto.id, symbol: symbol)
  }
}

struct EnumListedDTO: Decodable {
  enum Tag: String, Decodable { case new, used }

  let id: Int
  let tags: [Tag]
}

extension Tagged {
  init(listed dto: EnumListedDTO) { self.init(id: dto.id, tags: dto.tags.map(\.rawValue)) }
}

struct SwallowedNumberDTO: Decodable {
  let id: Int
  let count: Int?

  private enum CodingKeys: String, CodingKey { case id, count }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(Int.self, forKey: .id)
    count = try? values.decode(Int.self, forKey: .count)
  }
}

extension Counted {
  init(swallowed dto: SwallowedNumberDTO) { self.init(id: dto.id, count: dto.count ?? 0) }
}

struct SwallowedListDTO: Decodable {
  let id: Int
  let tags: [String]

  private enum CodingKeys: String, CodingKey { case id, tags }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(Int.self, forKey: .id)
    tags = (try? values.decode([String].self, forKey: .tags)) ?? []
  }
}

extension Tagged {
  init(swallowed dto: SwallowedListDTO) { self.init(id: dto.id, tags: dto.tags) }
}

struct SwallowedObjectDTO: Decodable {
  let id: Int
  var price = 0.0

  private enum CodingKeys: String, CodingKey { case id, price }

  init(from container: any Decoder) throws {
    let members = try container.container(keyedBy: CodingKeys.self)
    id = try members.decode(Int.self, forKey: .id)
    if let price = try? members.decode(Double.self, forKey: .price) { self.price = price }
  }
}

extension Priced {
  init(swallowed dto: SwallowedObjectDTO) { self.init(id: dto.id, price: dto.price) }
}

enum Weather: String, Decodable {
  case sun, rain, unknown

  init(from decoder: any Decoder) throws {
    self = Weather(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

struct FallbackPlainDTO: Decodable {
  let id: Int
  let weather: Weather
}

extension Sorted {
  init(fallback dto: FallbackPlainDTO) { self.init(id: dto.id, symbol: dto.weather.rawValue) }
}

enum Season: String, Decodable {
  case summer, winter, other

  init(from decoder: any Decoder) throws {
    self = Season(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }

  var symbol: String {
    switch self {
    case .summer: "sun.max"
    case .other: "calendar"
    case .winter: "snowflake"
    }
  }
}

struct FallbackSwitchedDTO: Decodable {
  let id: Int
  let season: Season
}

extension Sorted {
  init(fallbackSwitched dto: FallbackSwitchedDTO) { self.init(id: dto.id, symbol: dto.season.symbol) }
}

struct FallbackListedDTO: Decodable {
  let id: Int
  let days: [Weather]
}

extension Tagged {
  init(fallback dto: FallbackListedDTO) { self.init(id: dto.id, tags: dto.days.map(\.rawValue)) }
}

struct DroppedNumberDTO: Decodable {
  struct Item: Decodable {
    let id: Int
    let count: Int
  }

  let items: Lossy<Item>
}

extension Counted {
  init(element dto: DroppedNumberDTO.Item) { self.init(id: dto.id, count: dto.count) }
}

struct DroppedNullDTO: Decodable {
  struct Item: Decodable {
    let id: Int
    let title: String
  }

  let items: Lossy<Item>
}

extension Article {
  init(element dto: DroppedNullDTO.Item) { self.init(id: dto.id, title: dto.title) }
}

struct DroppedRenamedDTO: Decodable {
  struct Item: Decodable {
    let id: Int
    let title: String
  }

  let items: Lossy<Item>
}

extension Article {
  init(renamedElement dto: DroppedRenamedDTO.Item) { self.init(id: dto.id, title: dto.title) }
}
