import Foundation

struct Landmark: DomainModel, Identifiable {
  let id: UUID
  let name: String
  let location: String
  let description: String
  let imageName: String
  let isFeatured: Bool
  let category: Category

  /// "Mirror Lake, Montana"
  var displayTitle: String {
    "\(name), \(location)"
  }
}

enum Category: String, DomainModel, CaseIterable {
  case mountains = "Mountains"
  case lakes = "Lakes"
  case bridges = "Bridges"

  /// Name of the SF Symbol beside the title.
  var systemImage: String {
    switch self {
    case .mountains: "mountain.2"
    case .lakes: "water.waves"
    case .bridges: "road.lanes"
    }
  }
}
