import Foundation

/// Release 2 decodes the API's answer straight into the model.
struct Product: Identifiable, Hashable, Decodable {
  let id: Int
  let title: String
  let slug: String
  let price: Double
  let description: String
  let category: Category
  let images: [URL]

  /// Shown with the green badge.
  var isAffordable: Bool {
    price < 50
  }
}
