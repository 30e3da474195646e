import Foundation

struct PURLDTO: Decodable {
  let name: String
  let url: URL
  /// How often it was followed.
  let counter: Int
}

/// What "Open PURL" needs; it shows no counter.
struct PURLLinkDTO: Decodable {
  let name: String
  let url: URL
}
