import Foundation

// Initialisers that look at errors, change them, throw their own, or go on after them.

/// What an initialiser sees of an error that it catches.
struct Witness: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case n, inner, list }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    text = Self.outcome { try container.decode(Int.self, forKey: .n) }
    text += Self.outcome { try container.decodeIfPresent(Inner.self, forKey: .inner)?.x ?? 0 }
    text += Self.outcome { try container.decode([Int8].self, forKey: .list).count }
  }
  private static func outcome(_ decode: () throws -> Int) -> String {
    do {
      return "\(try decode());"
    } catch DecodingError.keyNotFound(let key, let context) {
      return "no \(key is Keys) \(key.stringValue) \(context.debugDescription);"
    } catch DecodingError.typeMismatch(let type, let context) {
      return "no \(type) \(context.codingPath.map(\.stringValue)) \(context.debugDescription);"
    } catch DecodingError.valueNotFound(let type, let context) {
      return "null \(type) \(context.codingPath.last is Keys) \(context.debugDescription);"
    } catch let error as DecodingError {
      return "\(error);"
    } catch {
      // Foundation's own type, which has another name here.
      return "not a DecodingError;"
    }
  }
}
/// Throws something of its own instead of what it caught.
struct Translating: Decodable {
  var inner: Inner
  enum Problem: Error { case noInner, other }
  init(from decoder: any Decoder) throws {
    do {
      inner = try Inner(from: decoder)
    } catch is DecodingError {
      throw Problem.noInner
    } catch {
      throw Problem.other
    }
  }
}
struct Coded: LocalizedError {
  let code: Int
  var errorDescription: String? { "code \(code)" }
}
/// Reads all it has and then refuses.
struct RefusesLate: Decodable {
  var a: Int, b: [Int]
  private enum Keys: String, CodingKey { case a, b }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    a = try container.decode(Int.self, forKey: .a)
    b = try container.decode([Int].self, forKey: .b)
    guard a == b.count else { throw Coded(code: a &- b.count) }
  }
}
/// Refuses before it reads anything, by what it finds.
struct RefusesEarly: Decodable {
  var a: Int
  private enum Keys: String, CodingKey { case version, a }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    if container.contains(.version), try container.decode(Int.self, forKey: .version) > 2 {
      throw CocoaError(.coderInvalidValue)
    }
    a = try container.decode(Int.self, forKey: .a)
  }
}
/// Throws decoding errors with paths and types of its own choice.
struct Inventive: Decodable {
  private enum Keys: String, CodingKey { case n }
  var n: Int
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    n = try container.decode(Int.self, forKey: .n)
    switch n {
    case 0: throw DecodingError.dataCorruptedError(forKey: .n, in: container, debugDescription: "zero")
    case 1:
      throw DecodingError.typeMismatch(Self.self, .init(codingPath: [], debugDescription: "one, path lost"))
    case 2: throw DecodingError.keyNotFound(Keys.n, .init(codingPath: [Keys.n, Keys.n], debugDescription: "two"))
    case 3:
      throw DecodingError.valueNotFound([String].self, .init(codingPath: decoder.codingPath, debugDescription: ""))
    default: break
    }
  }
}
/// Does the same request again after it has failed, and another one with the same key.
struct AsksAgain: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case v, w }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    text = "\((try? container.decode(Int.self, forKey: .v)) ?? (try? container.decode(Int.self, forKey: .v)) ?? -1)"
    text += "\((try? container.decode([Inner].self, forKey: .v).count) ?? -1)"
    text += "\((try? container.decode(Inner.self, forKey: .w).x) ?? -2)"
    text += "\(try container.decode(Inner.self, forKey: .w).x)"
  }
}
/// Swallows an error and then throws another one that checks the same.
struct Confusing: Decodable {
  var a: Int
  private enum Keys: String, CodingKey { case a, b }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    var caught: (any Error)?
    do { _ = try container.decode(Int.self, forKey: .b) } catch { caught = error }
    a = try container.decode(Int.self, forKey: .a)
    if let caught, a < 0 { throw caught }
  }
}
/// Takes elements until one fails, and is content.
struct Greedy: Decodable {
  var numbers: [Int] = []
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while let number = try? list.decode(Int.self) { numbers.append(number) }
  }
}
/// Errors of nested values that pass through `rethrows`, closures and `defer`.
struct Detour: Decodable {
  var sum: Int
  private enum Keys: String, CodingKey { case list, map }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    var steps = 0
    defer { steps = 0 }
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    sum = try (0..<3).map { _ in try list.decode(Inner.self).x }.reduce(0, &+)
    steps += sum == 0 ? 1 : 2
    sum = sum &+ (try container.decodeIfPresent([Int: Inner].self, forKey: .map)?.values.first?.x ?? steps)
  }
}
