import Foundation

extension JSONDecoder {
  /// For `api.escuelajs.co`. Release 1 reads no dates, so nothing is configured.
  static var platzi: JSONDecoder {
    JSONDecoder()
  }
}
