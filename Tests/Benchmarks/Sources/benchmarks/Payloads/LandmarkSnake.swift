import Foundation

/// A list of landmarks whose editors leave much out, by the same three releases without coding keys, for
/// `convertFromSnakeCase`.
enum LandmarkSnake {
  enum V1 {
    struct List: Decodable {
      var items: [Landmark]
    }
    struct Landmark: Decodable {
      var id: String?
      var name: String?
      var category: String?
      var location: String?
      var latitude: Double?
      var longitude: Double?
      var isFeatured: Bool?
      var note: String?
    }
  }
  enum V2 {
    struct List: Decodable {
      var items: [Landmark]
    }
    struct Landmark: Decodable {
      var id: String?
      var name: String
      var category: String?
      var location: String?
      var latitude: Double?
      var longitude: Double?
      var isFeatured: Bool?
    }
  }
  enum V3 {
    struct List: Decodable {
      var items: [Landmark]
    }
    struct Landmark: Decodable {
      var id: UUID
      var name: String
      var category: Category?
      var location: String?
      var latitude: Double?
      var longitude: Double?
      var isFeatured: Bool?
      var note: String?
    }
    enum Category: String, Decodable {
      case mountains, lakes, rivers, other
      init(from decoder: any Decoder) throws {
        self = Category(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
      }
    }
  }
}
