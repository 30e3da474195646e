import Foundation

struct PURLDTO: Decodable {
  let name: String
  let url: URL
  /// Digits as text in the list, null for a single PURL.
  let counter: String?
}
