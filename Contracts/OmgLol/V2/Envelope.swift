import Foundation

/// Every answer of omg.lol: how the request went, and what it was for.
struct Envelope<Response: Decodable>: Decodable {
  let request: RequestStatus
  let response: Response
}

struct RequestStatus: Decodable {
  let statusCode: Int
  let success: Bool

  private enum CodingKeys: String, CodingKey {
    case statusCode = "status_code"
    case success
  }
}
