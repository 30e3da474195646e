import Foundation

struct Landmark: Identifiable, Hashable {
  enum Category: String, CaseIterable {
    case lakes
    case rivers
    case mountains
    case forests
    case unknown
  }

  let id: UUID
  let name: String
  let category: Category
  let location: String?
  let coordinates: Coordinates
  let isFeatured: Bool
  let note: String?

  /// "Turtle Rock, California"
  var displayTitle: String {
    guard let location else { return name }
    return "\(name), \(location)"
  }

  /// Name of the SF Symbol beside the title.
  var systemImage: String {
    switch category {
    case .lakes: "water.waves"
    case .rivers: "drop"
    case .mountains: "mountain.2"
    case .forests: "tree"
    case .unknown: "mappin"
    }
  }
}
