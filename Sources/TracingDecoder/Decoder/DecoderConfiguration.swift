import Foundation

/// The settings of a `JSONDecoder`, read once through its public properties.
struct DecoderConfiguration {
  let keys: JSONDecoder.KeyDecodingStrategy
  let dates: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy
  let floats: JSONDecoder.NonConformingFloatDecodingStrategy
  let userInfo: [CodingUserInfoKey: Any]
  let usesDefaultKeys: Bool
  let usesSnakeCase: Bool
  let convertsKeysByClosure: Bool

  init(_ decoder: JSONDecoder) {
    keys = decoder.keyDecodingStrategy
    dates = decoder.dateDecodingStrategy
    data = decoder.dataDecodingStrategy
    floats = decoder.nonConformingFloatDecodingStrategy
    userInfo = decoder.userInfo
    var (isDefault, isSnake) = (false, false)
    switch keys {
    case .useDefaultKeys: isDefault = true
    case .convertFromSnakeCase: isSnake = true
    default: break
    }
    (usesDefaultKeys, usesSnakeCase) = (isDefault, isSnake)
    convertsKeysByClosure = !isDefault && !isSnake
  }

  /// Why `decoder` may behave in ways that its properties do not show; nil if it can be mirrored.
  static func reasonNotToMirror(_ decoder: JSONDecoder) -> String? {
    if type(of: decoder) != JSONDecoder.self {
      return "\(type(of: decoder)) is a subclass of JSONDecoder, which may decode in its own way"
    }
    if decoder.allowsJSON5 { return "the decoder allows JSON5, which is not mirrored" }
    if decoder.assumesTopLevelDictionary { return "the decoder assumes a top-level dictionary, which is not mirrored" }
    return nil
  }
}

/// The configuration of a `JSONDecoder` that cannot be mirrored, with the reason.
public struct DecoderNotMirrored: Error, Sendable, CustomStringConvertible {
  /// A plain sentence without its full stop.
  public let reason: String
  /// The reason, and what to rely on instead.
  public var description: String { "\(reason); only JSONDecoder itself can decode this" }
}
