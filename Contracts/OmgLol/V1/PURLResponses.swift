import Foundation

// What stands under "response", by request. What is read is in the package OMGAPI.

/// POST /address/{address}/purl
struct CreatePURLResponse: Decodable {
  let message: String
  let name: String
  let url: URL
}

/// DELETE /address/{address}/purl/{name}
struct DeletePURLResponse: Decodable {
  let message: String
}
