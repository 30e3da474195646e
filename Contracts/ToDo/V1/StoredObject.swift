import Foundation

/// Root of everything that is kept in the app's database. Decoding an object puts it into the store of the decoder.
class StoredObject: Decodable {
  let id: UUID
  let createdAt: Date
  let changedAt: Date

  private enum CodingKeys: String, CodingKey {
    case id
    case createdAt = "created_at"
    case changedAt = "changed_at"
  }

  required init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.objectStore, let store = decoder.userInfo[key] as? ObjectStore else {
      throw ObjectStoreError.noStoreInDecoder
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    // the server leaves it out until the first change
    changedAt = try container.decodeIfPresent(Date.self, forKey: .changedAt) ?? createdAt
    store.insert(self)
  }
}

enum ObjectStoreError: Error {
  case noStoreInDecoder
}
