import ContractKit
import Foundation
import Testing

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

private func text(of path: String) throws -> String {
  try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
}

/// The words of the page's last section, each between backticks.
private func wordsOfTheTable() throws -> Set<String> {
  let table = try text(of: "docs/contracts.md").components(separatedBy: "\n## All words\n").last ?? ""
  return Set(
    table.split(separator: "`", omittingEmptySubsequences: false).flatMap { part in
      // `get:as:` are two labels.
      part.split(separator: ":").map { $0.hasPrefix(".") ? String($0.dropFirst()) : String($0) }
    })
}

@Suite("The author's guide")
struct GuideTests {
  @Test("Every Swift example stands word for word in a file that is compiled")
  func examplesAreCompiled() throws {
    let compiled = try text(of: "Tests/ContractKitTests/GuideExamples.swift")
    // Blocks that name a file make a package, which SecondPackageTests builds.
    let parts = try text(of: "docs/contracts.md").components(separatedBy: "```swift\n").dropFirst()
    #expect(parts.count > 10)
    for part in parts {
      let example = part.components(separatedBy: "```")[0]
      #expect(compiled.contains(example), "not in GuideExamples.swift:\n\(example)")
    }
  }

  @Test(
    "Every contract of the page is right as written",
    arguments: [sandboxed, requests, graph, pages, failures, guarded, byKey, short, shapeOnly])
  func contractsAreRight(_ contract: Contract) { #expect(contract.problems() == []) }

  @Test(
    "Every version of the page is right beside endpoints of its names",
    arguments: [
      decodingOnly, spellings, observed, withContext, merging, joined, byLoop, sharing, writing, newer, withHeaders,
    ])
  func versionsAreRight(_ version: Version) {
    let contract = Contract("shop", baseURL: "https://api.example.com", versions: [version]) {
      for id in ["page", "item", "categories", "me", "archive"] { Endpoint(id, get: "/\(id)") }
      for id in ["create-item", "update-item"] { Endpoint(id, writing: "POST", to: "/\(id)") }
    }
    #expect(contract.problems() == [])
  }

  @Test("The table of words has every public type, case, function and argument that an author may write")
  func tableIsComplete() throws {
    let words = try wordsOfTheTable()
    let folder = root.appendingPathComponent("Sources/ContractKit")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    var missing: Set<String> = []
    var found = 0
    for file in try #require(files) where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      let names = source.matches(of: #/(?m)^ *(?:public (?:struct|enum|static func|static let)|case) (\w+)/#).map {
        String($0.1)
      }
      let labels = source.matches(
        of: #/(?m)^ *(?:@preconcurrency )?public init(?:<.*>)?\((?s)(.*?)\n? *\) (?:where .*)?{/#
      )
      .flatMap { head in
        head.1.matches(of: #/(?m)(?:^|[(,]) *(?:@\w+(?:<\w+>)? )?([a-z]\w*)(?: \w+)?: /#).map { String($0.1) }
      }
      found += names.count + labels.count
      missing.formUnion((names + labels).filter { !words.contains($0) })
    }
    #expect(found > 100)
    // What a builder calls or holds, what erases type parameters, what a value is made of, and literals.
    let notWritten = missing.filter { name in
      name.hasPrefix("Any") || name.hasPrefix("build") || name.hasSuffix("Builder") || name.hasSuffix("Literal")
        || [
          "AccessTokenRequest", "Chain", "Field", "Grant", "Placement", "accessToken", "GraphQLBody", "Request",
          "Scalar", "mostRequests",
        ].contains(name)
        || [
          "reads", "sends", "writesBack", "joins", "bool", "string", "integer", "let", "nil", "count", "linkHeader",
          "Kind",
        ].contains(name)
    }
    #expect(missing.subtracting(notWritten) == [])
  }
}
