import Foundation

// What stands under "response", by request.

/// GET /address/{address}/purls
struct PURLListResponse: Decodable {
  let message: String
  let purls: [PURLDTO]
}

/// GET /address/{address}/purl/{name}
struct PURLResponse: Decodable {
  let message: String
  let purl: PURLDTO
}

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
