import Foundation

extension Category {
  /// Kinds that this release does not know have no place in it.
  init?(_ model: CategoryApiModel) {
    switch model {
    case .mountains: self = .mountains
    case .lakes: self = .lakes
    case .bridges: self = .bridges
    case .unknown: return nil
    }
  }
}

extension Landmark {
  /// nil if anything is missing that a screen shows.
  init?(_ model: LandmarkApiModel) {
    guard let id = UUID(uuidString: model.id), let name = model.name.trimmed, let location = model.location.trimmed,
      let description = model.description.trimmed, let imageName = model.imageName.trimmed,
      let category = model.category.flatMap(Category.init)
    else { return nil }
    self.init(
      id: id, name: name, location: location, description: description, imageName: imageName,
      isFeatured: model.isFeatured ?? false, category: category)
  }
}

extension LandmarkListApiModel {
  var landmarks: [Landmark] {
    items.compactMap(Landmark.init)
  }
}

extension String? {
  /// Without white space around it; nil if nothing is left.
  fileprivate var trimmed: String? {
    guard let text = self?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else { return nil }
    return text
  }
}
