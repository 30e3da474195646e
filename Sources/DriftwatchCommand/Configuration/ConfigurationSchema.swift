import DriftModel
import DriftRules
import Foundation

/// `docs/configuration.schema.json`: the form of the configuration file for editors and for CI, made of the tables by which it is
/// read (JSON Schema 2020-12).
///
/// It cannot know contracts and endpoints, nor whether a file is there, so the program refuses more than it does.
enum ConfigurationSchema {
  /// A part of a schema.
  indirect enum Part: Encodable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Part])
    case object([String: Part])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      case .list(let parts): try container.encode(parts)
      case .object(let members): try container.encode(members)
      }
    }
  }

  /// The schema as text, members sorted.
  ///
  /// - Throws: Nothing that an encoder of such values does.
  static func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(schema), as: UTF8.self) + "\n"
  }

  private static var schema: Part {
    var properties: [String: Part] = [
      "schemaVersion": .object(["const": .number(1), "description": .text("Version of this form.")])
    ]
    var sections: [String: [String: Part]] = [:]
    for setting in Setting.all {
      let parts = setting.key.split(separator: ".").map(String.init)
      if parts.count == 2 {
        sections[parts[0], default: [:]][parts[1]] = part(of: setting)
      } else {
        properties[setting.key] = part(of: setting)
      }
    }
    for (name, members) in sections { properties[name] = closed(members) }
    for table in SettingTable.all { properties[table.key] = described(part(of: table), table.help) }
    guard case .object(var members) = closed(properties) else { return closed(properties) }
    members["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    members["$id"] = .text("urn:driftwatch:configuration:1")
    members["title"] = .text("Driftwatch configuration")
    members["description"] = .text(
      "driftwatch.json, described in configuration.md. The file may have // and /* */ comments. The program refuses more: names that are no contract or endpoint, and files that are not there."
    )
    return .object(members)
  }

  private static func part(of setting: Setting) -> Part {
    described(part(of: setting.kind), "\(setting.help); default: \(setting.standardWords)")
  }

  private static func part(of kind: Setting.Kind) -> Part {
    switch kind {
    case .name(let name): part(of: name)
    case .path: line
    case .flag: .object(["type": .text("boolean")])
    case .word(let words): .object(["enum": .list(words.map { .text($0) })])
    case .seconds: duration(from: 0, isOpen: true, to: 31_536_000)
    case .bytes(let least):
      .object([
        "anyOf": .list([
          .object(["type": .text("integer"), "minimum": .number(least), "maximum": .number(1 << 30)]),
          matching(least == 1 ? "^0*[1-9][0-9]{0,9} *(KiB|MiB|GiB)?$" : sizes(from: least)),
        ])
      ])
    case .count(let range):
      .object([
        "type": .text("integer"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    }
  }

  /// The characters of a name; letters beyond ASCII are left to the program.
  private static func part(of name: Setting.Name) -> Part {
    switch name {
    case .environment:
      matching("^[^\\s/\\u0000-\\u001f\\u007f](?:[^/\\u0000-\\u001f\\u007f]{0,98}[^\\s/\\u0000-\\u001f\\u007f])?$")
    case .perspective:
      matching(
        "^(?!(?:default|recorded)$)[^\\u0000-,/:-@\\[-\\^`{-\\u00a0]{1,40}$")
    }
  }

  /// A pattern of the sizes from `least` on, which is at most a mebibyte.
  private static func sizes(from least: Int) -> String {
    "^0*((\(digits(from: least)))|(\(digits(from: (least + 1023) >> 10))) *KiB|[1-9][0-9]{0,9} *(MiB|GiB))$"
  }

  /// A pattern of the decimal numbers from `least` on, with at most ten digits.
  private static func digits(from least: Int) -> String {
    let digits = "\(least)".compactMap(\.wholeNumberValue)
    var forms = ["\(least)", "[1-9][0-9]{\(digits.count),9}"]
    for (place, digit) in digits.enumerated() where digit < 9 {
      let before = digits[..<place].map(String.init).joined()
      let after = digits.count - place - 1
      forms.append("\(before)[\(digit + 1)-9]" + (after > 0 ? "[0-9]{\(after)}" : ""))
    }
    return forms.joined(separator: "|")
  }

  private static let baseURL = matching("^[Hh][Tt][Tt][Pp][Ss]?://[^@?#\\s]+$")

  private static func part(of table: SettingTable) -> Part {
    switch table.key {
    case "baseURLs": open(open(baseURL))
    case "intervals": open(duration(from: 1, isOpen: false, to: 315_360_000))
    case "credentials":
      .object([
        "type": .text("object"),
        "additionalProperties": .object([
          "type": .text("object"), "additionalProperties": .flag(false),
          "oneOf": .list(
            ["environment", "file", "credential", "command"].map { .object(["required": .list([.text($0)])]) }),
          "properties": .object([
            "environment": matching("^[A-Za-z_][A-Za-z0-9_]*$"), "file": line,
            "credential": matching("^[^/]*[^/\\s][^/]*$"),
            "command": .object(["type": .text("array"), "minItems": .number(1), "items": line]),
            "origins": .object(["type": .text("array"), "items": baseURL]),
          ]),
        ]),
      ])
    case "installs":
      open(
        .object([
          "type": .text("object"), "additionalProperties": share,
          // A version may be called so.
          "properties": .object([
            "date": .object(["anyOf": .list([matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), share])]),
            "file": .object(["anyOf": .list([line, share])]),
            "command": .object([
              "anyOf": .list([
                .object(["type": .text("array"), "minItems": .number(1), "items": line]), share,
              ])
            ]),
          ]),
          "not": .object([
            "required": .list([.text("file"), .text("command")]),
            "properties": .object([
              "file": .object(["type": .text("string")]), "command": .object(["type": .text("array")]),
            ]),
          ]),
        ]))
    case "levels":
      .object([
        "type": .text("object"),
        "propertyNames": .object(["not": .object(["enum": .list(RuleID.allCases.map { .text($0.rawValue) })])]),
        "additionalProperties": .object([
          "type": .text("object"),
          "propertyNames": .object(["enum": .list(RuleID.allCases.map { .text($0.rawValue) })]),
          "additionalProperties": .object([
            "enum": .list(LevelSettings.Choice.allCases.map { .text($0.rawValue) })
          ]),
        ]),
      ])
    default: .object(["type": .text("array"), "items": line])
    }
  }

  /// Percent.
  private static var share: Part {
    .object(["type": .text("number"), "minimum": .number(0), "maximum": .number(100)])
  }

  /// One line that is not blank.
  private static var line: Part {
    matching("^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$")
  }

  private static func matching(_ pattern: String) -> Part {
    .object(["type": .text("string"), "pattern": .text(pattern)])
  }

  /// Seconds as a number, or a text such as `90s` or `1.5h` that is not zero.
  private static func duration(from least: Int, isOpen: Bool, to most: Int) -> Part {
    .object([
      "anyOf": .list([
        .object([
          "type": .text("number"), isOpen ? "exclusiveMinimum" : "minimum": .number(least), "maximum": .number(most),
        ]), matching("^(?=.*[1-9])[0-9]+(\\.[0-9]+)?[smhd]?$"),
      ])
    ])
  }

  private static func open(_ values: Part) -> Part {
    .object(["type": .text("object"), "additionalProperties": values])
  }

  private static func closed(_ members: [String: Part]) -> Part {
    .object(["type": .text("object"), "additionalProperties": .flag(false), "properties": .object(members)])
  }

  private static func described(_ part: Part, _ words: String) -> Part {
    guard case .object(var members) = part else { return part }
    members["description"] = .text(words.prefix(1).uppercased() + words.dropFirst() + ".")
    return .object(members)
  }
}
