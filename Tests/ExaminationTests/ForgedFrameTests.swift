import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests {
  @Suite("What a worker says is not believed unchecked")
  struct ForgedFrameTests {
    private static let mapped =
      #""recordType":"Record","domainType":"Thing","thrown":[],"droppedBlame":[],"properties":[],"brokenRules":[],"collided":{"count":0},"unstable":{"count":0}"#

    @Test(
      "A message that author code writes in the place of the worker is no result of its version, and changes no other",
      arguments: [
        #"["ended"]"#, #"["exhausted"]"#, "no value", #"["nonsense"]"#, "[1]", "[",
        #"["begun",[99,"mapping","forges","Thing",null]]"#, #"["begun",[-1,"explore","forges",null,null]]"#,
        #"["begun",[0,"mapping","unknown","Thing",null]]"#,
        #"["reached",[0,"mapping","forges","Thing",null],[-9223372036854775808,9223372036854775807]]"#,
        #"["judged",[0,"judge","reads",null,null],{"succeeded":{}}]"#,
        #"["mapped",[0,"mapping","forges","Thing",null],{"name":"Thing","recordsPath":"$[*]","execution":{"succeeded":{}},"recordsIn":9223372036854775807,"recordsOut":9223372036854775807,"dropped":0,"threw":0,\#(mapped)}]"#,
        #"["mapped",[0,"mapping","forges","Thing",null],{"name":"Thing","recordsPath":"$[*]","execution":{"succeeded":{}},"recordsIn":2,"recordsOut":2,"dropped":0,"threw":0,\#(mapped)}]"#,
        #"["trying",[0,"blame","forges","Thing",null],1]"#,
        #"["mapped",[0,"mapping","forges","Thing",null],{"name":"Thing","recordsPath":"$[*]","execution":{"timedOut":{"seconds":1e300}},"recordsIn":2,"recordsOut":2,"dropped":0,"threw":0,\#(mapped)}]"#,
        #"["mapped",[0,"mapping","forges","Thing",null],{"name":"Thing","recordsPath":"$[*]","execution":{"succeeded":{}},"recordsIn":2,"recordsOut":2,"dropped":0,"threw":0,"identities":{"digests":"00000000000000010000000000000002","counts":[9223372036854775807,1]},\#(mapped)}]"#,
      ])
    func forged(_ frame: String) async throws {
      let bytes = try FrameTree(json: frame.utf8).map { try FrameEncoder.encode($0) } ?? Array(frame.utf8)
      let kind = "forge:" + Data(bytes).base64EncodedString()
      let records = try JSONSerialization.data(withJSONObject: [["id": 1, "kind": "fine"], ["id": 2, "kind": kind]])
      let versions = ["connects", "forges", "reads"]
      let facts = try await hostileExaminer().examine(
        Job(contract: "greedy", endpoint: "records", versions: versions, body: Array(records)))
      let forging = try facts.version("forges")
      guard case .notRun(let reason) = try #require(forging.mappings.first).execution else {
        Issue.record("\(forging.mappings)")
        return
      }
      #expect(
        reason
          == "its results are not believed: it wrote something that is no result, or ended before its work was done")
      #expect(forging.notJudged == reason)
      for other in ["connects", "reads"] {
        let version = try facts.version(other)
        #expect(version.decoding == .succeeded && version.mappings.map(\.recordsOut) == [2])
        #expect(version.explanationMissing == nil)
      }
      #expect(facts.shape != nil)
    }

    private static let numbers: [FrameTree] =
      [-1, (1 << 53) + 1, .max, .min].map { .whole($0) } + [1e300, 1e-300, -1e300].map { .number($0) }

    @Test("Any number in any message is refused, or leads to facts that are judged without a trap")
    func numbers() async throws {
      let job = Job(
        contract: "hostile", endpoint: "mixed", versions: ["sends"],
        body: Array(#"[{"id":1,"kind":"fine"},{"id":2,"kind":"a"}]"#.utf8))
      let facts = try await hostileExaminer().examine(job)
      var tried = 0
      for message in try Self.messages(facts) {
        let tree = try FrameDecoder.decode(FrameTree.self, from: FrameEncoder.encode(message))
        for path in tree.numberPaths {
          for number in Self.numbers {
            let altered = try FrameEncoder.encode(tree.replacing(path[...], by: number))
            guard let message = try? FrameDecoder.decode(WorkerMessage.self, from: altered) else { continue }
            tried += 1
            var results = ExaminationBuilder(jobs: [job])
            for message in try Self.messages(facts) { results.add(message) }
            results.add(message)
            try Self.judge(results.finish())
          }
        }
      }
      #expect(tried > 20)
    }

    /// The messages of a worker that found these facts.
    private static func messages(_ facts: Examination) throws -> [WorkerMessage] {
      let version = try #require(facts.versions.first)
      func unit(_ phase: WorkUnit.Phase, _ name: String? = nil) -> WorkUnit {
        WorkUnit(0, phase, version: version.version, name: name)
      }
      var mapping = try #require(version.mappings.first)
      var identities = IdentityDigests()
      for text in ["1", "2", "2"] { identities.add(text, position: 0) }
      (mapping.identities, mapping.elements) = (identities, 2)
      if !mapping.properties.isEmpty {
        mapping.properties[0].elements = 1
        mapping.lists = ["$[*].\(mapping.properties[0].name)": 2]
      }
      let plan = VersionPlan(
        job: 0, version: version.version, typeName: version.typeName, mappings: version.mappings, sends: version.sends,
        writeBacks: version.writeBacks ?? [])
      let explanation = Explanation(
        failures: [
          FieldFailure(
            rule: .decodeTypeMismatch, pattern: "$[*].id", example: Finding.Example(pointer: "/0/id", excerpt: ""),
            property: "id", expected: "Int", found: "string", count: 1, total: 2)
        ], fields: version.fields, unread: version.unread)
      return [
        .planned(plan), .text(WorkUnit(0, .text), TextFacts()), .judged(unit(.judge), .timedOut(seconds: 2)),
        .judged(unit(.judge), version.decoding),
        .explained(unit(.explain), explanation), .shaped(WorkUnit(0, .shape), try #require(facts.shape)),
        .mapped(unit(.mapping, mapping.name), mapping),
      ] + version.mappings.dropFirst().map { .mapped(unit(.mapping, $0.name), $0) }
        + version.sends.map { .sent(unit(.send, $0.endpoint), $0) }
    }

    /// Judges the facts in two rounds.
    private static func judge(_ facts: [Examination]) throws {
      var memory = RequestMemory()
      for round in 0..<2 {
        let key = RequestKey(
          contract: "c", endpoint: "e", request: "", environment: "production", perspective: "default")
        var round = RequestFacts(
          request: key, signature: "GET /", versions: [VersionInfo(id: "sends")],
          outlines: ["sends": [MappingOutline(name: "Thing", recordsPath: "$[*]")]],
          responses: facts.map { RequestFacts.Response(url: "u", examination: $0) }, round: round,
          clock: Date(timeIntervalSince1970: 1_780_000_000), settings: EvaluationSettings())
        round.hasDeclaredSamples = false
        memory = memory.applying(evaluate(memory, round))
      }
    }
  }
}

extension FrameTree {
  /// The places of all numbers: in a list by position, in members by position in the order of their names.
  fileprivate var numberPaths: [[Int]] {
    switch self {
    case .whole, .number: [[]]
    case .list, .members: parts.enumerated().flatMap { part in part.element.numberPaths.map { [part.offset] + $0 } }
    case .none, .bool, .text: []
    }
  }

  private var parts: [FrameTree] {
    switch self {
    case .list(let list): list
    case .members(let members): members.sorted { $0.key < $1.key }.map(\.value)
    case .none, .bool, .whole, .number, .text: []
    }
  }

  /// The same with another value at one place.
  fileprivate func replacing(_ path: ArraySlice<Int>, by value: FrameTree) -> FrameTree {
    guard let index = path.first else { return value }
    let part = parts[index].replacing(path.dropFirst(), by: value)
    switch self {
    case .list(var list):
      list[index] = part
      return .list(list)
    case .members(var members):
      members[members.keys.sorted()[index]] = part
      return .members(members)
    case .none, .bool, .whole, .number, .text: return value
    }
  }
}
