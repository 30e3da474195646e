import Foundation
import TestSupport
import Testing

/// A file that the author's guide shows, with its path in the package that is built there.
private struct GuideFile {
  let path: String
  let text: String

  /// The blocks of docs/contracts.md that name a file, in the order of the page.
  static func all() throws -> [GuideFile] {
    let page = try String(contentsOf: Driftwatch.repository.appending(path: "docs/contracts.md"), encoding: .utf8)
    return page.matches(of: #/(?m)^```(?:swift|json) (\S+)\n(?s)(.*?)^```/#)
      .map { GuideFile(path: String($0.1), text: String($0.2)) }
  }
}

@Suite("A package of one's own, as docs/contracts.md tells to write it")
struct SecondPackageTests {
  @Test(
    "gets the whole command with its own contract, worker included, and later three versions with equal type names",
    .timeLimit(.minutes(15)))
  func ownPackage() async throws {
    let place = try TemporaryPlace()
    // The identity of a package is the name of its folder, and a clone may have any.
    let link = place.path("driftwatch")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Driftwatch.repository.path)
    let files = try GuideFile.all()
    let grown = try #require(files.lastIndex { $0.path == "Package.swift" })
    let (first, second) = (files[..<grown], files[grown...])

    let code = first.filter { $0.path.hasSuffix(".swift") }.map(\.text).joined()
    #expect(code.split(separator: "\n").count < 50)
    for file in first { try place.write(file.text, to: "shop-watch/\(file.path)") }
    try await build(in: place)
    func check(_ response: String) async throws -> Program.Ending {
      try place.write(response, to: "shop-watch/responses/shop/v1/products/index.json")
      return try await program(["check", "--from", "responses"], in: place)
    }
    let asWritten = try await program(["check", "--from", "responses"], in: place)
    #expect(asWritten.code == 0)
    #expect(asWritten.text.hasPrefix("OK  1 API, 1 endpoint, 1 version check, 2 records mapped"), "\(asWritten.text)")
    let changed = try await check(#"[{"id": 1, "price": "44.5"}]"#)
    #expect(changed.code == 1)
    #expect(changed.text.hasPrefix("BREAKING") && changed.text.contains("shop/products"), "\(changed.text)")
    // Its mapping traps: that ends a worker, which is a finding, and not the command.
    let trapping = try await check(#"[{"id": 1, "price": -1}]"#)
    #expect(trapping.code == 1)
    #expect(trapping.text.contains("crash"), "\(trapping.text)")

    // Its versions are modules of their own, which SwiftPM has to build.
    guard Self.isBuiltWhole else { return }
    for file in second { try place.write(file.text, to: "shop-watch/\(file.path)") }
    try await build(in: place)
    let contracts = try await program(["contracts"], in: place)
    #expect(contracts.code == 0 && contracts.text.hasPrefix("shop  https://shop.example.com/v1\n"), "\(contracts.text)")
    let recorded = try await program(["check", "--from", "recordings", "--format", "json"], in: place)
    #expect(recorded.code == 1)
    let report = try #require(try JSONSerialization.jsonObject(with: recorded.output) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    let breaking = findings.filter { $0["level"] as? String == "breaking" }
    #expect(breaking.map { $0["rule"] as? String }.contains("decode-type-mismatch"), "\(recorded.text)")
    #expect(breaking.allSatisfy { $0["path"] as? String == "$[*].price" }, "\(recorded.text)")
  }

  /// `DRIFTWATCH_TEST_PACKAGE` asks for the build from nothing that a team makes, which compiles the whole command once more.
  private static let isBuiltWhole = ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_PACKAGE"] != nil

  private func build(in place: TemporaryPlace) async throws {
    guard Self.isBuiltWhole else { return try await link(in: place) }
    try await run(["swift", "build", "--product", "shop-watch", "--package-path", place.path("shop-watch")])
  }

  /// SwiftPM finds the products that the manifest names. The program is compiled against the modules that were built beside the tests,
  /// and linked with what the fixture's command is linked with, but for the fixture's own contracts.
  private func link(in place: TemporaryPlace) async throws {
    try await run(["swift", "package", "--package-path", place.path("shop-watch"), "show-dependencies"])
    let products = Program.products
    let list = products.appending(path: "fixture-contracts.product/Objects.LinkFileList")
    let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map { $0.filter { $0 != "'" } }
      .filter { !$0.contains("fixture_contracts.build") && !$0.contains("PoliteContracts.build") }
    try #require(objects.count > 100)
    try place.write(objects.joined(separator: "\n"), to: "objects")
    let folder = place.path("shop-watch/.build/debug")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await run(
      ["swiftc", "-swift-version", "6", "-use-ld=gold", "-I", products.appending(path: "Modules").path]
        + (try moduleMaps(below: products) + moduleMaps(below: Driftwatch.repository.appending(path: "Sources")))
        + ["-o", "\(folder)/shop-watch", place.path("shop-watch/Sources/shop-watch/main.swift")]
        + ["@" + place.path("objects")])
  }

  /// Options that name the C modules, of which SwiftPM keeps a map in a folder of their own.
  private func moduleMaps(below folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { $0.appending(path: "module.modulemap").path }.filter(FileManager.default.fileExists(atPath:))
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  private func run(_ words: [String]) async throws {
    let ending = try await Program("/usr/bin/env", words, environment: environment).end(within: 840)
    try #require(ending.code == 0, "\(ending.text.suffix(3000))\n\(ending.errors.suffix(1000))")
  }

  private func program(_ arguments: [String], in place: TemporaryPlace) async throws -> Program.Ending {
    try await Program(
      "/usr/bin/env",
      ["--chdir=" + place.path("shop-watch"), place.path("shop-watch/.build/debug/shop-watch")] + arguments,
      environment: environment
    ).end()
  }

  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SWIFT") && !$0.key.hasPrefix("DRIFTWATCH") }
  }
}
