import Foundation

extension JSONDecoder {
  static var landmarks: JSONDecoder {
    JSONDecoder()
  }
}
