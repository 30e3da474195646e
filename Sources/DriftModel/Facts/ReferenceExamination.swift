import PayloadShape

/// What the domain values of one response refer to in another endpoint's responses.
public struct ReferenceExamination: Codable, Sendable, Equatable {
  /// Name of the reference: `category`.
  public var name: String
  /// Id of the endpoint that holds the other records.
  public var endpoint: String
  /// Name of the mapping that makes them there.
  public var mapping: String
  /// Domain values that refer to something.
  @Count public var total: Int
  /// Of them, those whose partner is not there; `nil`: the other responses were not there, or not whole.
  @Count public var unmatched: Int?
  /// Where the first record without a partner stands (RFC 6901); `nil` where that is not known.
  public var example: String?
  /// What is referred to; dropped once `unmatched` is counted.
  public var identities: IdentityDigests?

  /// A reference with nothing counted yet.
  public init(name: String, endpoint: String, mapping: String) {
    (self.name, self.endpoint, self.mapping) = (name, endpoint, mapping)
    total = 0
  }
}

/// Different identities as 64-bit digests of their texts, with how many records have each; never the identities themselves.
public struct IdentityDigests: Sendable, Equatable {
  /// Records whose identities are kept; with more of them nothing is compared.
  public static let maximumRecords = 20_000

  /// How many records have each identity.
  public private(set) var counts: [UInt64: Int] = [:]
  /// The position of the first record that has an identity, where it was given.
  private var firsts: [UInt64: Int] = [:]
  /// Whether all records are in it.
  public private(set) var isWhole = true
  private var records = 0

  /// No records.
  public init() {}

  /// Adds the identity of one record; `position` is the record's, from 0, where somebody will ask for it.
  public mutating func add(_ text: String, position: Int? = nil) {
    guard isWhole, records < Self.maximumRecords else {
      (counts, firsts, records, isWhole) = ([:], [:], 0, false)
      return
    }
    records += 1
    let digest = Self.digest(text)
    counts[digest, default: 0] += 1
    if let position, firsts[digest] == nil { firsts[digest] = position }
  }

  /// Adds those of another response.
  public mutating func add(_ other: IdentityDigests) {
    records = (records + other.records).bounded
    isWhole = isWhole && other.isWhole && records <= Self.maximumRecords
    // Positions are of one response each, and mean nothing over several.
    firsts = [:]
    if isWhole { counts.merge(other.counts) { ($0 + $1).bounded } } else { (counts, records) = ([:], 0) }
  }

  /// Records here whose identity is not among `others`.
  public func unmatched(in others: IdentityDigests) -> Int {
    counts.reduce(0) { others.counts[$1.key] == nil ? ($0 + $1.value).bounded : $0 }
  }

  /// The position of the first record here whose identity is not among `others`; nil where there is none, or it was not given.
  public func firstUnmatched(in others: IdentityDigests) -> Int? {
    firsts.filter { others.counts[$0.key] == nil }.map(\.value).min()
  }

  /// FNV-1a with a final mix (as of MurmurHash3): the same in every process and release, unlike `Hasher`.
  private static func digest(_ text: String) -> UInt64 {
    var hash = fnv1a(text)
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }
}

extension IdentityDigests: Codable {
  private enum CodingKeys: String, CodingKey { case digests, counts, firsts, isWhole }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let digests = try container.decode(String.self, forKey: .digests)
    let repeated = try container.decodeIfPresent([Int].self, forKey: .counts)
    let positions = try container.decodeIfPresent([Int].self, forKey: .firsts) ?? []
    isWhole = try container.decodeIfPresent(Bool.self, forKey: .isWhole) ?? true
    var rest = digests[...]
    var index = 0
    while !rest.isEmpty {
      guard let digest = UInt64(rest.prefix(16), radix: 16) else {
        throw DecodingError.dataCorruptedError(forKey: .digests, in: container, debugDescription: "no digests")
      }
      let count = repeated.map { index < $0.count ? $0[index] : 1 } ?? 1
      guard count.isPossible, index >= positions.count || positions[index].isPossible else {
        throw DecodingError.dataCorruptedError(forKey: .counts, in: container, debugDescription: impossibleCount)
      }
      counts[digest] = count
      if index < positions.count { firsts[digest] = positions[index] }
      records = (records + count).bounded
      rest = rest.dropFirst(16)
      index += 1
    }
  }

  /// Sixteen hexadecimal digits each, in one text: numbers of 64 bits are not safe in JSON, and a list of texts is longer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let sorted = counts.sorted { $0.key < $1.key }
    let texts = sorted.map { entry in
      let digits = String(entry.key, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    try container.encode(texts.joined(), forKey: .digests)
    if sorted.contains(where: { $0.value != 1 }) { try container.encode(sorted.map(\.value), forKey: .counts) }
    let positions = sorted.compactMap { firsts[$0.key] }
    if !positions.isEmpty, positions.count == sorted.count { try container.encode(positions, forKey: .firsts) }
    if !isWhole { try container.encode(false, forKey: .isWhole) }
  }
}
