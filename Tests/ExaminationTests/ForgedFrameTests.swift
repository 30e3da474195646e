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

    @Test("Any number in any message is refused, or leads to facts that are judged without a trap")
    func numbers() async throws {
      let job = Job(
        contract: "hostile", endpoint: "mixed", versions: ["sends"],
        body: Array(#"[{"id":1,"kind":"fine"},{"id":2,"kind":"a"}]"#.utf8))
      let facts = try await hostileExaminer().examine(job)
      var tried = 0
      for message in try Self.messages(facts) {
        let text = try JSONEncoder().encode(message)
        let document = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
        for path in numberPaths(in: document) {
          for number in ["-1", "9007199254740993", "9223372036854775807", "-9223372036854775808", "1e300", "1e-300"] {
            let altered = try replacing(path, in: document, by: number)
            guard let message = try? JSONDecoder().decode(WorkerMessage.self, from: altered) else { continue }
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
        .planned(plan), .text(WorkUnit(0, .text), TextFacts()), .judged(unit(.judge), version.decoding),
        .explained(unit(.explain), explanation), .shaped(WorkUnit(0, .shape), try #require(facts.shape)),
      ] + version.mappings.map { .mapped(unit(.mapping, $0.name), $0) }
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

/// The places of all numbers in a document.
private func numberPaths(in value: Any, at path: [JSONStep] = []) -> [[JSONStep]] {
  switch value {
  case let members as [String: Any]:
    members.sorted { $0.key < $1.key }.flatMap { numberPaths(in: $0.value, at: path + [.member($0.key)]) }
  case let elements as [Any]:
    elements.enumerated().flatMap { numberPaths(in: $0.element, at: path + [.element($0.offset)]) }
  case is NSNumber: [path]
  default: []
  }
}

private enum JSONStep {
  case member(String)
  case element(Int)
}

/// The document with another number at one place.
private func replacing(_ path: [JSONStep], in value: Any, by number: String) throws -> Data {
  let mark = "the number goes here"
  func replaced(_ value: Any, _ path: ArraySlice<JSONStep>) -> Any {
    switch path.first {
    case .member(let name)?:
      var members = value as? [String: Any] ?? [:]
      members[name] = replaced(members[name] as Any, path.dropFirst())
      return members
    case .element(let index)?:
      var elements = value as? [Any] ?? []
      elements[index] = replaced(elements[index], path.dropFirst())
      return elements
    case nil: return mark
    }
  }
  let data = try JSONSerialization.data(withJSONObject: replaced(value, path[...]))
  return Data(String(decoding: data, as: UTF8.self).replacing("\"\(mark)\"", with: number).utf8)
}
