import ContractKit
import Foundation

/// What `FixtureGroup.feeds` watches.
let feedContracts = [feeds]

/// A page of blocks and feeds of posts, which versions read and map in the ways in which apps lose parts of a record; made up, no such
/// API exists.
///
/// `page` responses `{"id": 1, "title": "Home", "blocks": [{"kind": "text", "text": "Hello", "views": 3}]}`, `shop` a list of products as
/// in `ShopVersion.swift`, `essay` a page whose blocks are essential, `orders` a list
/// `{"orders": [{"id": 1, "state": "open"}]}` of which each record is essential, and each `feed-<n>` a list of posts, of which `Tests/FeedTrial` plays some that are well and some that break.
let feeds = Contract("feeds", versions: [lossy, mapped, careless, reader, watching, keeper]) {
  Endpoint("page", get: "/page", every: .seconds(1))
  Endpoint("shop", get: "/shop", every: .seconds(1))
  Endpoint("essay", get: "/essay", every: .seconds(1))
  Endpoint("orders", get: "/orders", every: .seconds(1))
  for index in 1...feedCount { Endpoint("feed-\(index)", get: "/feed-\(index)", every: .seconds(1)) }
}

/// Feeds, for trials of many endpoints at once.
let feedCount = 42

private struct BlockDTO: Decodable {
  enum Kind: String, Decodable { case text, image, quote }

  let kind: Kind
  let text: String?
}

private struct Block {
  let kind: String
  let text: String?
}

private struct Page {
  let id: Int
  let title: String
  let blocks: [Block]
}

/// Leaves out the elements that do not decode.
private struct Tolerant<Element: Decodable>: Decodable {
  private struct Attempt: Decodable {
    let element: Element?
    init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
  }

  let elements: [Element]

  init(from decoder: any Decoder) throws { elements = try [Attempt](from: decoder).compactMap(\.element) }
}

private struct LossyPageDTO: Decodable {
  let id: Int
  let title: String
  let blocks: Tolerant<BlockDTO>
}

private let lossy = Version("lossy", shippedIn: "1.0") {
  Reads("page", as: LossyPageDTO.self) {
    Mapping("Page") { dto in
      Page(
        id: dto.id, title: dto.title,
        blocks: dto.blocks.elements.map { Block(kind: $0.kind.rawValue, text: $0.text) })
    }
  }
}

private struct PlainBlockDTO: Decodable {
  let kind: String
  let text: String?
}

private struct PlainPageDTO: Decodable {
  let id: Int
  let title: String
  let blocks: [PlainBlockDTO]
}

/// Decodes everything, and its mapping leaves out blocks of kinds that it does not know.
private let mapped = Version("mapped", shippedIn: "1.1") {
  Reads("page", as: PlainPageDTO.self) {
    Mapping("Page") { dto in
      Page(
        id: dto.id, title: dto.title,
        blocks: dto.blocks.compactMap { block in
          BlockDTO.Kind(rawValue: block.kind).map { Block(kind: $0.rawValue, text: block.text) }
        })
    }
  }
}

private struct OrderDTO: Decodable {
  let id: Int
  let state: String
}

private struct OrdersDTO: Decodable { let orders: [OrderDTO] }

private struct Order {
  enum State: String { case open, sent }

  let id: Int
  let state: State
}

/// An app that is nothing without its blocks, nor without an order.
private let keeper = Version("keeper", shippedIn: "1.5") {
  Reads("orders", as: OrdersDTO.self) {
    Mapping("Order", records: "$['orders'][*]", each: \.orders) { (dto: OrderDTO) -> Order? in
      Order.State(rawValue: dto.state).map { Order(id: dto.id, state: $0) }
    }.essential()
  }
  Reads("essay", as: PlainPageDTO.self) {
    Mapping(
      "Page",
      to: { dto in
        Page(id: dto.id, title: dto.title, blocks: dto.blocks.map { Block(kind: $0.kind, text: $0.text) })
      },
      observing: { Property("blocks", isEssential: true, \.blocks) })
  }
}

private struct CarelessBlockDTO: Decodable {
  let views: Int?

  private enum CodingKeys: CodingKey { case views }

  init(from decoder: any Decoder) throws {
    views = try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .views)
  }
}

private struct CarelessPageDTO: Decodable {
  let id: Int
  let blocks: [CarelessBlockDTO]
}

/// Goes on without what is of another type, and maps nothing.
private let careless = Version("careless", shippedIn: "1.2") { Reads("page", as: CarelessPageDTO.self) }

private struct PostDTO: Decodable {
  enum State: String, Decodable { case draft, published, archived }

  struct AuthorDTO: Decodable { let name: String }

  let id: Int
  let title: String
  let price: Int
  let state: State
  let publishedAt: Date
  let blocks: Tolerant<BlockDTO>
  let summary: String?
  let rating: Double?
  let link: URL?
  let author: AuthorDTO?
}

private struct Post {
  let id: Int
  let title: String
  let price: Int
  let state: String
  let publishedAt: Date
  let blocks: [Block]
  let summary: String?
  let rating: Double?
  let link: URL?
  let author: String?

  /// Nil for a post without a title, which people could not tell from others.
  init?(_ dto: PostDTO) {
    guard !dto.title.isEmpty else { return nil }
    (id, title, price, state, publishedAt) = (dto.id, dto.title, dto.price, dto.state.rawValue, dto.publishedAt)
    blocks = dto.blocks.elements.map { Block(kind: $0.kind.rawValue, text: $0.text) }
    (summary, rating, link, author) = (dto.summary, dto.rating, dto.link, dto.author?.name)
  }
}

private let reader = Version("reader", shippedIn: "2.0") {
  for index in 1...feedCount {
    Reads("feed-\(index)", as: [PostDTO].self, using: iso8601()) {
      Mapping("Post", records: "$[*]", each: \.self, to: { Post($0) }, identity: \.id)
    }
  }
}

private func iso8601() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}
