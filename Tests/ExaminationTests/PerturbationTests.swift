import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

@Suite("A perturbed text")
struct PerturbationTests {
  @Test(
    "lacks a member or element with its comma, and nothing else",
    arguments: [
      (#"{"a": 1, "b" : 2 , "c":3}"#, "$.a", #"{"b" : 2,"c":3}"#),
      (#"{"a": 1, "b" : 2 , "c":3}"#, "$.c", #"{"a": 1,"b" : 2}"#),
      (#"{"a": 1,}"#, "$.a", "{}"), (#"[ {"x": [ 1 ] } ]"#, "$[0].x", "[ {} ]"),
      // The next of that name would be read instead.
      (#"{"a": 1, "b": 2, "\u0061": 3}"#, "$.a", #"{"b": 2}"#),
      ("[1, 2, 3]", "$[1]", "[1,3]"), ("[[1]]", "$[0][0]", "[[]]"),
      ("\u{FEFF}{\"a\\\"\": 1, \"é\": 2}", "$[\"a\\\"\"]", "\u{FEFF}{\"é\": 2}"),
    ])
  func removal(_ text: String, _ path: String, _ expected: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    let node = try #require(JSONPath(path).nodes(in: document).first)
    let edited = try #require(PerturbationEdit(document: document).removing(node))
    #expect(String(decoding: edited, as: UTF8.self) == expected)
    #expect(PerturbationEdit(document: document).removing(document.root) == nil)
  }

  @Test(
    "has another value in its place",
    arguments: [
      (
        "41", [],
        "removed - null null wrapped {\"value\":41} asText \"41\" asFraction 41.5 alteredOnce 42 alteredAgain 40"
      ),
      ("1.5", [], "null null wrapped {\"value\":1.5} asText \"1.5\" alteredOnce 2.5 alteredAgain 3.5"),
      ("9223372036854775807", [], "alteredOnce 9223372036854775806 alteredAgain 9223372036854775805"),
      ("-9223372036854775808", [], "alteredOnce -9223372036854775807 alteredAgain -9223372036854775806"),
      ("1714557600", [], "otherTimeUnit 1714557600000"), ("1714557600123", [], "otherTimeUnit 1714557600"),
      ("1714557600.5", [], "otherTimeUnit 1714557600500"), ("99999999", [], "otherTimeUnit -"),
      ("10000000001", [], "otherTimeUnit -"), (#""1714557600""#, [], "otherTimeUnit -"),
      ("1e400", [], "alteredOnce 1 alteredAgain 2 asFraction -"),
      ("2", ["1", "2", "3"], "unknownValue 974 alteredOnce 1 alteredAgain 3"),
      ("true", [], "asText \"true\" asNumber 1 alteredOnce false alteredAgain - asFraction -"),
      ("null", [], "null - asText \"text\" asNumber 7 wrapped {\"value\":null} alteredOnce - empty -"),
      (#""12""#, [], #"asNumber 12 empty "" blank " " unknownValue "driftunknown" alteredOnce "11" alteredAgain "22""#),
      (#""a b""#, [], #"asNumber 7 alteredOnce "a a" alteredAgain "b b""#),
      (#""""#, [], #"empty - alteredOnce "a" alteredAgain "b""#),
      (#""\ud83d""#, [], #"asNumber 7 alteredOnce "a""#),
      (#""inf""#, [], "asNumber 7"), (#""red""#, ["red", "blue"], #"alteredOnce "blue" alteredAgain -"#),
      (#""2024-12-31T10:00:00Z""#, [], #"alteredOnce "2024-12-31T10:00:01Z" alteredAgain "1024-12-31T10:00:00Z""#),
      ("[1, {}]", [], #"empty [] asObject {"0":1,"1":{}} asArray - alteredOnce -"#), ("[ ]", [], "empty - asObject {}"),
      (#"{"a":1}"#, [], #"empty {} asArray [{"a":1}] asObject - wrapped {"value":{"a":1}}"#),
    ] as [(String, [String], String)])
  func spelling(_ text: String, _ known: [String], _ expected: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    var made: [String: String] = [:]
    for perturbation in Perturbation.allCases {
      let spelled = perturbation.spelling(of: document.root, in: document, knownValues: known)
      made[perturbation.rawValue] = spelled.map { String(decoding: $0, as: UTF8.self) } ?? "-"
      if let spelled { _ = try JSONDocument(spelled) }
    }
    var rest = Substring(expected)
    while let name = rest.split(separator: " ", maxSplits: 1).first {
      let spelled = try #require(made[String(name)])
      rest = rest.dropFirst(name.count + 1)
      #expect(rest.hasPrefix(spelled), "\(name): \(spelled)")
      rest = rest.dropFirst(spelled.count + 1)
    }
  }
}
