import Foundation

/// Body of `POST /address/{address}/purl`.
struct NewPURLDTO: Encodable {
  let name: String
  let url: URL
}
