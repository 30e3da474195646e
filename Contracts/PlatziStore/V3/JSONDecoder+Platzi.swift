import Foundation

extension JSONDecoder {
  /// For `api.escuelajs.co`. The model of release 2 holds no dates, so nothing is configured.
  static var platzi: JSONDecoder {
    JSONDecoder()
  }
}
