import Foundation

struct Product: Identifiable, Hashable {
  let id: Int
  let title: String
  let slug: String
  let price: Double
  let description: String
  let category: Category
  let images: [URL]
  let createdAt: Date

  /// Shown with the green badge.
  var isAffordable: Bool {
    price < 50
  }

  /// What "Share" hands out.
  var shareURL: URL? {
    URL(string: "https://shop.example.com/products/\(slug)")
  }
}
