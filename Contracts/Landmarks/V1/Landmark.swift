import Foundation

struct Landmark: Hashable, Codable, Identifiable {
  var id: Int
  var name: String
  var park: String
  var state: String
  var city: String
  var category: Category
  var imageName: String
  var coordinates: Coordinates

  enum Category: String, CaseIterable, Codable {
    case featured = "Featured"
    case lakes = "Lakes"
    case rivers = "Rivers"
  }

  var subtitle: String {
    "\(park), \(state)"
  }
}
