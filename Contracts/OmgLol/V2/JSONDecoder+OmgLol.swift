import Foundation

extension JSONDecoder {
  static var omgLol: JSONDecoder {
    JSONDecoder()
  }
}
