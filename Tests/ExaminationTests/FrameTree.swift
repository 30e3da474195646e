import Foundation

/// Any value that a frame can hold, so that tests make frames that no worker writes.
enum FrameTree: Codable, Equatable, Sendable {
  case none
  case bool(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([FrameTree])
  case members([String: FrameTree])

  /// The value of a JSON text; `nil` if it is none.
  init?(json text: some Sequence<UInt8>) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(text)) else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let whole = try? value.decode(Int.self) {
      self = .whole(whole)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([FrameTree].self) {
      self = .list(list)
    } else {
      self = .members(try value.decode([String: FrameTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    if case .members(let members) = self {
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: Name(stringValue: name))
      }
      return
    }
    var value = encoder.singleValueContainer()
    switch self {
    case .none: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .whole(let whole): try value.encode(whole)
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .members: break
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
