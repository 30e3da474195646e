import Foundation

struct LandmarkListApiModel: ApiModel {
  let items: [LandmarkApiModel]
}

/// Nothing but the id is certain to be there.
struct LandmarkApiModel: ApiModel {
  let id: String
  let name: String?
  let location: String?
  let description: String?
  let imageName: String?
  let isFeatured: Bool?
  let category: CategoryApiModel?
  let createdAt: Date?
  let updatedAt: Date?
}

enum CategoryApiModel: String, ApiModel, CaseIterable {
  case mountains
  case lakes
  case bridges
  case unknown

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = CategoryApiModel(rawValue: text) ?? .unknown
  }
}
