import Foundation

/// omg.lol, `/address/{address}/purls`: a list in an envelope, by three releases of an app with explicit coding keys.
enum PurlKeys {
  enum V1 {
    struct Envelope: Decodable {
      var request: Status
      var response: Response
    }
    struct Status: Decodable {
      var statusCode: Int
      var success: Bool

      private enum CodingKeys: String, CodingKey {
        case success
        case statusCode = "status_code"
      }
    }
    struct Response: Decodable {
      var message: String
      var purls: [Purl]
    }
    struct Purl: Decodable {
      var name: String
      var url: URL
      var counter: String?
    }
  }
  enum V2 {
    struct Envelope: Decodable {
      var request: Status
      var response: Response
    }
    struct Status: Decodable {
      var statusCode: Int
      var success: Bool

      private enum CodingKeys: String, CodingKey {
        case success
        case statusCode = "status_code"
      }
    }
    struct Response: Decodable {
      var message: String
      var purls: [Purl]
    }
    struct Purl: Decodable {
      var name: String
      var url: URL
    }
  }
  enum V3 {
    struct Envelope: Decodable {
      var request: Status
      var response: Response
    }
    struct Status: Decodable {
      var statusCode: Int
      var success: Bool

      private enum CodingKeys: String, CodingKey {
        case success
        case statusCode = "status_code"
      }
    }
    struct Response: Decodable {
      var message: String?
      var purls: [Purl]
    }
    struct Purl: Decodable {
      var name: String
      var url: URL
      var counter: String?
    }
  }
}
