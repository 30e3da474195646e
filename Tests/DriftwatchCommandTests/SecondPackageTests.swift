import Foundation
import TestSupport
import Testing

/// What a team writes to watch an API of its own with its own types; under 40 lines in all.
private let manifest = """
  // swift-tools-version: 6.2
  import PackageDescription
  let package = Package(
    name: "watch",
    dependencies: [.package(name: "driftwatch", path: "PATH")],
    targets: [
      .executableTarget(
        name: "watch",
        dependencies: [
          .product(name: "ContractKit", package: "driftwatch"),
          .product(name: "DriftwatchCommand", package: "driftwatch"),
        ])
    ])
  """

private let program = #"""
  import ContractKit
  import DriftwatchCommand

  struct WeatherDTO: Decodable {
    let city: String
    let celsius: Double
  }
  struct Weather {
    let city: String
    let isFreezing: Bool
  }
  let v1 = Version("v1", shippedIn: "1.0 to 1.3") {
    Reads("now", as: [WeatherDTO].self) {
      Mapping(
        "Weather", records: "$[*]", each: \.self,
        to: { dto in Weather(city: dto.city, isFreezing: [true][dto.celsius < 0 ? 0 : Int(dto.celsius)]) })
    }
  }
  let weather = Contract("weather", baseURL: "https://api.example.com/v1", versions: [v1]) {
    Endpoint("now", get: "/now", query: ["units": "metric"])
  }
  await DriftwatchCommand.main([weather])
  """#

@Suite("A package of one's own")
struct SecondPackageTests {
  /// `DRIFTWATCH_TEST_PACKAGE` asks for the build from nothing that a team makes, which compiles the whole command once more.
  private static let isBuiltWhole = ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_PACKAGE"] != nil

  private static let environment = ProcessInfo.processInfo.environment.filter {
    !$0.key.hasPrefix("SWIFT") && !$0.key.hasPrefix("DRIFTWATCH")
  }

  private func build(_ words: [String]) async throws {
    let ending = try await Program("/usr/bin/env", words, environment: Self.environment).end(within: 840)
    try #require(ending.code == 0, "\(ending.text.suffix(3000))\n\(ending.errors.suffix(1000))")
  }

  private func wholeBuild(in place: TemporaryPlace) async throws -> String {
    try await build(["swift", "build", "--product", "watch", "--package-path", place.path("watch")])
    return place.path("watch/.build/debug/watch")
  }

  /// SwiftPM finds the products that the manifest names; its program is compiled against the modules that were built beside the
  /// tests, and linked with what the fixture's command is linked with, but for the fixture's own contracts.
  private func linkedBuild(in place: TemporaryPlace) async throws -> String {
    try await build(["swift", "package", "--package-path", place.path("watch"), "show-dependencies"])
    let products = Program.products
    let list = products.appending(path: "fixture-contracts.product/Objects.LinkFileList")
    let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map { $0.filter { $0 != "'" } }
      .filter { !$0.contains("fixture_contracts.build") && !$0.contains("PoliteContracts.build") }
    try #require(objects.count > 100)
    try place.write(objects.joined(separator: "\n"), to: "watch/objects")
    let watch = place.path("watch/watch")
    try await build(
      ["swiftc", "-swift-version", "6", "-use-ld=gold", "-I", products.appending(path: "Modules").path]
        + (try moduleMaps(below: products) + moduleMaps(below: Driftwatch.repository.appending(path: "Sources")))
        + ["-o", watch, place.path("watch/Sources/watch/main.swift"), "@" + place.path("watch/objects")])
    return watch
  }

  /// Options that name the C modules, of which SwiftPM keeps a map in a folder of their own.
  private func moduleMaps(below folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { $0.appending(path: "module.modulemap").path }.filter(FileManager.default.fileExists(atPath:))
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  @Test("gets the whole command with its own contract in under 40 lines, worker included", .timeLimit(.minutes(15)))
  func ownPackage() async throws {
    let lines = (manifest + "\n" + program).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 40)
    let place = try TemporaryPlace()
    // The identity of a package is the name of its folder, and a clone may have any.
    let link = place.path("driftwatch")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Driftwatch.repository.path)
    try place.write(manifest.replacingOccurrences(of: "PATH", with: "../driftwatch"), to: "watch/Package.swift")
    try place.write(program, to: "watch/Sources/watch/main.swift")
    let watch = try await Self.isBuiltWhole ? wholeBuild(in: place) : linkedBuild(in: place)

    func check(_ response: String) async throws -> Program.Ending {
      try place.write(response, to: "responses/weather/v1/now/index.json")
      return try await Program(watch, ["check", "--from", place.path("responses")]).end()
    }
    let good = try await check(#"[{"city": "Oslo", "celsius": -4.5}]"#)
    #expect(good.code == 0)
    #expect(good.text.hasPrefix("OK  1 API, 1 endpoint, 1 version check, 1 record mapped, none lost"), "\(good.text)")
    let changed = try await check(#"[{"city": "Oslo", "celsius": "-4.5"}]"#)
    #expect(changed.code == 1)
    #expect(changed.text.hasPrefix("BREAKING: app 1.0 to 1.3 cannot load now (weather)"), "\(changed.text)")
    // Its mapping traps: that ends a worker, which is a finding, and not the command.
    let trapping = try await check(#"[{"city": "Nice", "celsius": 24.0}]"#)
    #expect(trapping.code == 1)
    #expect(trapping.text.contains("crash"), "\(trapping.text)")
    let contracts = try await Program(watch, ["contracts"]).end()
    #expect(contracts.code == 0 && contracts.text.hasPrefix("weather  https://api.example.com/v1\n"))
  }
}
