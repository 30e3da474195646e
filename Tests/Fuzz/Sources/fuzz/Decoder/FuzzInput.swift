import Foundation
import JSONDocument

/// One input taken apart.
struct FuzzInput {
  let target: FuzzTarget
  let setting: FuzzSetting
  let text: [UInt8]

  /// Nil for inputs without text.
  ///
  /// A letter of a target or setting picks that one, so that seeds can be read and stay valid when the lists grow; any
  /// other byte picks by its remainder.
  init?(_ input: [UInt8]) {
    guard input.count > 2, !FuzzTarget.all.isEmpty, !FuzzSetting.all.isEmpty else { return nil }
    target = FuzzTarget.all.first { $0.letter == input[0] } ?? FuzzTarget.all[Int(input[0]) % FuzzTarget.all.count]
    setting = FuzzSetting.all.first { $0.letter == input[1] } ?? FuzzSetting.all[Int(input[1]) % FuzzSetting.all.count]
    text = Array(input.dropFirst(2))
  }

  /// What is wrong with us, in one line; nil if nothing.
  func disagreement() -> String? {
    let data = Data(text)
    let expected = (try? JSONDecoder().decode(Unread.self, from: data)) != nil
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(text)
    } catch {
      guard !expected else { return told("Foundation accepts the text; \(error)") }
      guard (0...text.count * 2).contains(error.byteOffset), error.line >= 1, error.column >= 1 else {
        return told("a syntax error at byte \(error.byteOffset), line \(error.line), column \(error.column)")
      }
      return nil
    }
    guard expected else { return told("Foundation refuses the text, the tape accepts it") }
    if let fault = DocumentInvariants(document).fault() ?? shapeFault(of: document) { return told(fault) }
    return target.difference(data, document, setting.decoder).map { told("\(target.name), \(setting.name): \($0)") }
  }

  private func told(_ fault: String) -> String {
    let escaped = String(decoding: text.prefix(200), as: UTF8.self).debugDescription
    return "\(fault) in \(escaped)"
  }
}

/// Decodes anything and reads nothing, so that Foundation's verdict is that of its parser alone.
struct Unread: Decodable, Equatable {
  init(from decoder: any Decoder) throws {}
}
