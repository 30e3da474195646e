import Foundation

/// The generated array, by three releases of an app with explicit coding keys.
enum RecordKeys {
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

      private enum CodingKeys: String, CodingKey {
        case id, status
        case externalId = "external_id"
        case displayName = "display_name"
        case isActive = "is_active"
        case unitPrice = "unit_price"
        case currencyCode = "currency_code"
        case createdAt = "created_at"
        case homePageUrl = "home_page_url"
        case shortDescription = "short_description"
        case tagNames = "tag_names"
        case postalAddress = "postal_address"
        case ratingSummary = "rating_summary"
        case parentId = "parent_id"
        case updatedAt = "updated_at"
      }
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

      private enum CodingKeys: String, CodingKey {
        case streetName = "street_name"
        case houseNumber = "house_number"
        case postalCode = "postal_code"
        case cityName = "city_name"
        case countryCode = "country_code"
        case geoLocation = "geo_location"
      }
    }
    struct Location: Decodable {
      var latitudeDegrees: Double
      var longitudeDegrees: Double

      private enum CodingKeys: String, CodingKey {
        case latitudeDegrees = "latitude_degrees"
        case longitudeDegrees = "longitude_degrees"
      }
    }
    struct Rating: Decodable {
      var averageScore: Double
      var reviewCount: Int

      private enum CodingKeys: String, CodingKey {
        case averageScore = "average_score"
        case reviewCount = "review_count"
      }
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

      private enum CodingKeys: String, CodingKey {
        case id, status
        case externalId = "external_id"
        case displayName = "display_name"
        case isActive = "is_active"
        case unitPrice = "unit_price"
        case currencyCode = "currency_code"
        case createdAt = "created_at"
        case homePageUrl = "home_page_url"
        case shortDescription = "short_description"
        case tagNames = "tag_names"
        case postalAddress = "postal_address"
        case ratingSummary = "rating_summary"
        case lineItems = "line_items"
        case discountPercent = "discount_percent"
      }
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

      private enum CodingKeys: String, CodingKey {
        case streetName = "street_name"
        case houseNumber = "house_number"
        case postalCode = "postal_code"
        case cityName = "city_name"
        case countryCode = "country_code"
        case geoLocation = "geo_location"
      }
    }
    struct Location: Decodable {
      var latitudeDegrees: Double
      var longitudeDegrees: Double

      private enum CodingKeys: String, CodingKey {
        case latitudeDegrees = "latitude_degrees"
        case longitudeDegrees = "longitude_degrees"
      }
    }
    struct Rating: Decodable {
      var averageScore: Double
      var reviewCount: Int

      private enum CodingKeys: String, CodingKey {
        case averageScore = "average_score"
        case reviewCount = "review_count"
      }
    }
    struct LineItem: Decodable {
      var skuCode: String
      var quantity: Int
      var lineTotal: Double

      private enum CodingKeys: String, CodingKey {
        case quantity
        case skuCode = "sku_code"
        case lineTotal = "line_total"
      }
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

      private enum CodingKeys: String, CodingKey {
        case id, status
        case externalId = "external_id"
        case displayName = "display_name"
        case isActive = "is_active"
        case unitPrice = "unit_price"
        case currencyCode = "currency_code"
        case createdAt = "created_at"
        case homePageUrl = "home_page_url"
        case shortDescription = "short_description"
        case tagNames = "tag_names"
        case postalAddress = "postal_address"
        case ratingSummary = "rating_summary"
        case lineItems = "line_items"
        case discountPercent = "discount_percent"
        case parentId = "parent_id"
        case imageUrls = "image_urls"
        case updatedAt = "updated_at"
      }
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

      private enum CodingKeys: String, CodingKey {
        case streetName = "street_name"
        case houseNumber = "house_number"
        case postalCode = "postal_code"
        case cityName = "city_name"
        case countryCode = "country_code"
        case geoLocation = "geo_location"
      }
    }
    struct Location: Decodable {
      var latitudeDegrees: Double
      var longitudeDegrees: Double

      private enum CodingKeys: String, CodingKey {
        case latitudeDegrees = "latitude_degrees"
        case longitudeDegrees = "longitude_degrees"
      }
    }
    struct Rating: Decodable {
      var averageScore: Double
      var reviewCount: Int

      private enum CodingKeys: String, CodingKey {
        case averageScore = "average_score"
        case reviewCount = "review_count"
      }
    }
    struct LineItem: Decodable {
      var skuCode: String
      var quantity: Int
      var lineTotal: Double

      private enum CodingKeys: String, CodingKey {
        case quantity
        case skuCode = "sku_code"
        case lineTotal = "line_total"
      }
    }
  }
}
