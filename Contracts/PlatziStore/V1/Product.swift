import Foundation

struct Product: Identifiable, Hashable {
  let id: Int
  let title: String
  let price: Double
  let description: String
  let category: Category
  let images: [URL]

  /// Shown with the green badge.
  var isAffordable: Bool {
    price < 50
  }
}
