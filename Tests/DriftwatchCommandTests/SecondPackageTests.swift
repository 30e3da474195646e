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
    var environment = ProcessInfo.processInfo.environment
    for name in environment.keys where name.hasPrefix("SWIFT") || name.hasPrefix("DRIFTWATCH") {
      environment[name] = nil
    }
    let built = try await Program(
      "/usr/bin/env", ["swift", "build", "--product", "watch", "--package-path", place.path("watch")],
      environment: environment
    ).end(within: 840)
    try #require(built.code == 0, "\(built.text.suffix(3000))\n\(built.errors.suffix(1000))")
    let watch = place.path("watch/.build/debug/watch")

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
