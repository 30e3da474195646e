import Foundation

struct LandmarkListDTO: Decodable {
  let items: [LandmarkDTO]
}

/// Editors fill these in by hand, so nothing is certain to be there.
struct LandmarkDTO: Decodable {
  let id: String?
  let name: String?
  let category: String?
  let location: String?
  let latitude: Double?
  let longitude: Double?
  let isFeatured: Bool?
  let note: String?
}
