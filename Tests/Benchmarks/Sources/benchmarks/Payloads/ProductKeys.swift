import Foundation

/// Platzi store, `/products`: a short list, by three releases of an app with explicit coding keys.
enum ProductKeys {
  enum V1 {
    struct Product: Decodable {
      var id: Int
      var title: String
      var price: Double
      var description: String
      var category: Category
      var images: [URL]
    }
    struct Category: Decodable {
      var id: Int
      var name: String
      var image: String
    }
  }
  enum V2 {
    struct Product: Decodable {
      var id: Int
      var title: String
      var slug: String?
      var price: Double
      var description: String
      var category: Category
      var images: [URL]
    }
    struct Category: Decodable {
      var id: Int
      var name: String
      var slug: String?
      var image: String
    }
  }
  enum V3 {
    struct Product: Decodable {
      var id: Int
      var title: String
      var slug: String?
      var price: Double
      var description: String
      var category: Category
      var images: [URL]
      var creationAt: String
      var updatedAt: String?
    }
    struct Category: Decodable {
      var id: Int
      var name: String
      var slug: String?
      var image: String
    }
  }
}
