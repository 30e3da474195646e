import Foundation

/// Body of `PUT /landmarks/{id}`; the place itself cannot be moved from the app.
struct UpdateLandmarkRequest: Encodable {
  let name: String
  let category: String
  let location: String?
  let isFeatured: Bool
  let note: String?
}
