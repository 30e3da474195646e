import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

@Suite("No payload stops the process")
struct RobustnessTests {
  @Test("Documents that are cut or changed at every byte")
  func cuts() {
    for target in Target.awkward {
      for seed in target.seeds.prefix(1) where seed.bytes.count < 120 {
        let bytes = seed.bytes
        for cut in 0..<bytes.count {
          if let difference = target.difference(Array(bytes[..<cut]), JSONDecoder()) {
            Issue.record("\(target): \(difference)")
          }
          var broken = bytes
          broken[cut] ^= 0x55
          if let difference = target.difference(broken, JSONDecoder()) { Issue.record("\(target): \(difference)") }
        }
      }
    }
  }

  @Test(
    "Decoded types nested as deeply as a document can be with a failure at the bottom, and one on each of many levels")
  func depth() throws {
    func deep(_ name: String, levels: Int) -> String {
      String(repeating: #"{"name":\#(name),"children":["#, count: levels) + #"{"name":null,"children":[]}"#
        + String(repeating: "]}", count: levels)
    }
    let all = try traced(Tree.self, deep("1", levels: 80))
    #expect(all.failures.count == 81)
    #expect(all.hiddenBelow == [])
    #expect(try traced(Tree.self, deep(#""a""#, levels: 255)).failures.count == 1)
  }

  @Test("Types with endless recursion are given up")
  func endless() throws {
    final class Endless: Decodable { let next: Endless }
    struct Page: Decodable { var endless: Endless, total: Int }
    let result = trace(Page.self, in: try JSONDocument(Array(#"{"endless":5,"total":"x"}"#.utf8)), like: JSONDecoder())
    #expect(result.failures.map(\.pattern) == ["$.endless"])
    #expect(result.hiddenBelow == ["$"])
  }

  @Test("Initialisers that repeat a request until it fails or its placeholder changes end")
  func loops() throws {
    struct Greedy: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while (try? container.decode(Int.self)) != nil {}
      }
    }
    struct Waiting: Decodable {
      private enum Keys: String, CodingKey { case ready, text }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        while !(try container.decode(Bool.self, forKey: .ready)) {}
        _ = try container.decode(String.self, forKey: .text)
      }
    }
    struct Page: Decodable { var greedy: Greedy, waiting: Waiting, total: Int }
    let text = #"{"greedy":{},"waiting":{"ready":"no","text":1},"total":"x"}"#
    let result = trace(Page.self, in: try JSONDocument(Array(text.utf8)), like: JSONDecoder())
    #expect(result.failures.map(\.pattern).contains("$.greedy"))
    #expect(result.failures.map(\.pattern).contains("$.waiting.ready"))
  }

  @Test("The same document decoded as many types in parallel gives the same traces as one after another")
  func parallel() async throws {
    let text = #"[{"id":1,"title":"a","price":"4","category":{"id":1},"images":[1],"color":"x"}]"#
    let document = try JSONDocument(Array(text.utf8))
    let alone = trace([Product].self, in: document, like: JSONDecoder())
    let together = await withTaskGroup(of: DecodingTrace.self) { group in
      for _ in 0..<16 { group.addTask { trace([Product].self, in: document, like: JSONDecoder()) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.allSatisfy { $0 == alone })
    #expect(alone.failures.count == 4)
  }

  @Test("Large and deep documents, 200 times smaller than in the long trials", arguments: HostileTrial.all)
  func hostile(_ trial: HostileTrial) {
    #expect(trial.problem(0.005) == nil)
  }
}
