import Foundation

extension JSONDecoder {
  static var todo: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// For entities as the database keeps them; they go into `context`.
  static func entities(into context: ManagedContext) -> JSONDecoder {
    let decoder = JSONDecoder.todo
    if let key = CodingUserInfoKey.managedContext {
      decoder.userInfo[key] = context
    }
    return decoder
  }
}
