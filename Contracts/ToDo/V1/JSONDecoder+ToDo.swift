import Foundation

extension JSONDecoder {
  /// For items and categories.
  static var todo: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// For the synchronisation, whose dates are seconds; what it decodes goes into `store`.
  static func sync(into store: ObjectStore) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    if let key = CodingUserInfoKey.objectStore {
      decoder.userInfo[key] = store
    }
    return decoder
  }
}

extension CodingUserInfoKey {
  static let objectStore = CodingUserInfoKey(rawValue: "objectStore")
}
