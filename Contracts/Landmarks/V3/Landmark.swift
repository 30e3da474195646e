import Foundation

struct Landmark: Hashable, Codable, Identifiable {
  var id: Int
  var name: String
  var park: String
  var state: String
  var description: String
  var category: Category
  var isFeatured: Bool
  var isFavorite: Bool
  var imageName: String
  var coordinates: Coordinates

  enum Category: String, CaseIterable, Codable {
    case lakes = "Lakes"
    case rivers = "Rivers"
    case mountains = "Mountains"
  }

  var subtitle: String {
    "\(park), \(state)"
  }

  /// Featured landmarks have a second, wide picture.
  var featureImageName: String? {
    isFeatured ? imageName + "_feature" : nil
  }
}
