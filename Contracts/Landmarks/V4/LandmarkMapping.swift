import Foundation

extension LandmarkListDTO {
  /// What the map can show; drafts and kinds that this release does not know are left out.
  var domainModels: [Landmark] {
    items.compactMap(\.domainModel)
  }
}

extension LandmarkDTO {
  var domainModel: Landmark? {
    guard let name = name?.trimmed, let latitude, let longitude else { return nil }
    let category = Landmark.Category(rawValue: category ?? "") ?? .unknown
    guard category != .unknown else { return nil }
    return Landmark(
      id: UUID(uuidString: id ?? "") ?? UUID(),
      name: name,
      category: category,
      location: location?.trimmed,
      coordinates: Coordinates(latitude: latitude, longitude: longitude),
      isFeatured: isFeatured ?? false,
      note: note?.trimmed)
  }
}

extension UpdateLandmarkRequest {
  init(_ landmark: Landmark) {
    name = landmark.name
    category = landmark.category.rawValue
    location = landmark.location
    isFeatured = landmark.isFeatured
    note = landmark.note
  }
}

extension String {
  /// Without white space around it; nil if nothing is left.
  fileprivate var trimmed: String? {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
