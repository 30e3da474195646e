import Foundation

/// Body of `PUT /v2/landmarks/{id}`.
struct UpdateLandmarkRequest: Encodable, Hashable {
  let name: String
  let location: String
  let description: String
  let imageName: String
  let isFeatured: Bool
  let category: String

  init(_ landmark: Landmark) {
    name = landmark.name
    location = landmark.location
    description = landmark.description
    imageName = landmark.imageName
    isFeatured = landmark.isFeatured
    category = landmark.category.rawValue.lowercased()
  }
}
