import Foundation

/// The generated array, by the same three releases without coding keys, for `convertFromSnakeCase`.
enum RecordSnake {
  enum V1 {
    struct Record: Decodable {
      var id: Int
      var externalId: UUID
      var displayName: String
      var isActive: Bool
      var status: Status
      var unitPrice: Double
      var currencyCode: String
      var createdAt: String
      var homePageUrl: URL?
      var shortDescription: String
      var tagNames: [String]
      var postalAddress: Address
      var ratingSummary: Rating
      var parentId: Int?
      var updatedAt: String?
    }
    enum Status: String, Decodable {
      case draft, inReview = "in_review", published, archived
    }
    struct Address: Decodable {
      var streetName: String
      var houseNumber: Int
      var postalCode: String
      var cityName: String
      var countryCode: String
      var geoLocation: Location
    }
    struct Location: Decodable {
      var latitudeDegrees: Double
      var longitudeDegrees: Double
    }
    struct Rating: Decodable {
      var averageScore: Double
      var reviewCount: Int
    }
  }
  enum V2 {
    struct Record: Decodable {
      var id: Int
      var externalId: UUID
      var displayName: String
      var isActive: Bool
      var status: Status
      var unitPrice: Double
      var currencyCode: String
      var createdAt: Date
      var homePageUrl: URL?
      var shortDescription: String
      var tagNames: [String]
      var postalAddress: Address
      var ratingSummary: Rating
      var lineItems: [LineItem]
      var discountPercent: Double?
    }
    enum Status: String, Decodable {
      case draft, inReview = "in_review", published, archived
    }
    struct Address: Decodable {
      var streetName: String
      var houseNumber: Int
      var postalCode: String
      var cityName: String
      var countryCode: String
      var geoLocation: Location
    }
    struct Location: Decodable {
      var latitudeDegrees: Double
      var longitudeDegrees: Double
    }
    struct Rating: Decodable {
      var averageScore: Double
      var reviewCount: Int
    }
    struct LineItem: Decodable {
      var skuCode: String
      var quantity: Int
      var lineTotal: Double
    }
  }
  enum V3 {
    struct Record: Decodable {
      var id: Int
      var externalId: UUID
      var displayName: String
      var isActive: Bool
      var status: Status
      var unitPrice: Double
      var currencyCode: String
      var createdAt: Date
      var homePageUrl: URL?
      var shortDescription: String
      var tagNames: [String]
      var postalAddress: Address
      var ratingSummary: Rating
      var lineItems: [LineItem]
      var discountPercent: Double?
      var parentId: Int?
      var imageUrls: [String]
      var updatedAt: Date?
    }
    enum Status: String, Decodable {
      case draft, inReview = "in_review", published, archived
    }
    struct Address: Decodable {
      var streetName: String
      var houseNumber: Int
      var postalCode: String
      var cityName: String
      var countryCode: String
      var geoLocation: Location
    }
    struct Location: Decodable {
      var latitudeDegrees: Double
      var longitudeDegrees: Double
    }
    struct Rating: Decodable {
      var averageScore: Double
      var reviewCount: Int
    }
    struct LineItem: Decodable {
      var skuCode: String
      var quantity: Int
      var lineTotal: Double
    }
  }
}
