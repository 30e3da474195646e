import Foundation

/// omg.lol, `/address/{address}/purls`: a list in an envelope, by the same three releases without coding keys, for
/// `convertFromSnakeCase`.
enum PurlSnake {
  enum V1 {
    struct Envelope: Decodable {
      var request: Status
      var response: Response
    }
    struct Status: Decodable {
      var statusCode: Int
      var success: Bool
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
