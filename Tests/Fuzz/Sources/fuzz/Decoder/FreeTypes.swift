import Foundation

// Types that find out from the payload what they are to read.

/// Any members, as numbers; in the order of their names, since that of a keyed container is random in Foundation.
struct Scores: Decodable, Equatable {
  var total = 0, names: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyName.self)
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      total &+= try container.decode(Int.self, forKey: key)
      names.append(key.stringValue)
    }
  }
}

/// A member that is missing, null or there: three things in a request that changes a record.
struct Patch: Decodable, Equatable {
  var name: String, note: String
  private enum Keys: String, CodingKey { case name, note }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    func read(_ key: Keys) throws -> String {
      guard container.contains(key) else { return "kept" }
      return try container.decodeNil(forKey: key) ? "erased" : try container.decode(String.self, forKey: key)
    }
    (name, note) = (try read(.name), try read(.note))
  }
}

/// Goes on at the same element after a failure, as another type.
struct Mixed: Decodable, Equatable {
  var texts: [String] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let number = try? container.decode(Int.self) {
        texts.append("\(number)")
      } else if let text = try? container.decode(String.self) {
        texts.append(text)
      } else if let nested = try? container.nestedContainer(keyedBy: AnyName.self) {
        texts.append("\(nested.allKeys.count) members")
      } else if (try? container.decodeNil()) == true {
        texts.append("null")
      } else {
        texts.append("\(try container.decode(Bool.self))")
      }
    }
  }
}

/// Any JSON, found by trying; many apps have such a type.
indirect enum AnyValue: Decodable, Equatable {
  case null, bool(Bool), number(Double), text(String), array([AnyValue]), object([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([AnyValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyValue].self))
    }
  }
}

/// Decoded with a configuration that is not in the payload.
struct Scaled: Decodable, Equatable {
  struct Length: DecodableWithConfiguration, Equatable {
    var meters: Double
    init(from decoder: any Decoder, configuration: Double) throws {
      meters = try decoder.singleValueContainer().decode(Double.self) * configuration
    }
  }
  /// Ignores the decoder's date strategy, since it asks the date itself.
  struct Moment: Decodable, Equatable {
    var date: Date
    init(from decoder: any Decoder) throws { date = try Date(from: decoder) }
  }
  var width: Length, height: Length?, at: Moment?
  private enum Keys: String, CodingKey { case width, height, at }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    width = try container.decode(Length.self, forKey: .width, configuration: 100)
    height = try container.decodeIfPresent(Length.self, forKey: .height, configuration: 10)
    at = try container.decodeIfPresent(Moment.self, forKey: .at)
  }
}
