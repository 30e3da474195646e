import Foundation

/// Where in a configuration a text can only be a secret: a credential as a text, a member of one that nobody asked for, a name of a
/// variable that is none, and a URL before its `@` or behind its `?`.
struct SecretPlaces {
  private let all: Int
  private var places: [String] = []
  private let text: String

  init(_ bytes: [UInt8], isAccepted: Bool) {
    text = String(decoding: bytes, as: UTF8.self)
    all = bytes.count
    guard !isAccepted,
      let root = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? [String: Any]
    else { return }
    for value in (root["credentials"] as? [String: Any] ?? [:]).values {
      guard let members = value as? [String: Any] else {
        places += Self.texts(in: value)
        continue
      }
      for (name, value) in members where !["file", "credential", "command", "origins"].contains(name) {
        places += Self.texts(in: value)
      }
      for url in Self.texts(in: members["origins"] ?? "") { places += Self.secrets(ofURL: url) }
    }
    for url in Self.texts(in: root["baseURLs"] ?? "") { places += Self.secrets(ofURL: url) }
  }

  /// Whether `secret` stands nowhere else. What is no JSON has no places, so there it may stand anywhere.
  func holdsAll(_ secret: String) -> Bool {
    let count = text.ranges(of: secret).count
    return count > 0 && places.reduce(0) { $0 + $1.ranges(of: secret).count } == count
  }

  private static func secrets(ofURL url: String) -> [String] {
    let start = url.firstRange(of: "//")?.upperBound ?? url.startIndex
    let query = url[start...].firstIndex { $0 == "?" || $0 == "#" }.map { [String(url[$0...])] } ?? []
    let user = url[start...].lastIndex(of: "@").map { [String(url[start..<$0])] } ?? []
    return user.isEmpty ? query : user
  }

  private static func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let members as [String: Any]: members.values.flatMap(texts)
    case let elements as [Any]: elements.flatMap(texts)
    default: []
    }
  }
}
