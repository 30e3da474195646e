import Foundation
import TestSupport
import Testing

/// A team's repository: three versions of an app's files, the contract, the program, and tests of its own.
private struct ShopRepository {
  let place: TemporaryPlace
  var folder: String { place.path("shop-watch") }
  static let endpoints = (1...9).map { "list\($0)" }

  init() throws {
    place = try TemporaryPlace()
    // The identity of a package is the name of its folder, and a clone may have any.
    try FileManager.default.createSymbolicLink(
      atPath: place.path("driftwatch"), withDestinationPath: Driftwatch.repository.path)
    try write(Self.manifest, to: "Package.swift")
    for version in ["V1", "V2", "V3"] {
      try write(Self.customer(version), to: "Contracts/Shop/\(version)/Customer.swift")
      try write(Self.adapter(version), to: "Contracts/Shop/\(version)/Adapter.swift")
    }
    try write(Self.contract, to: "Contracts/Shop/Contract.swift")
    try write(
      "import DriftwatchCommand\nimport ShopContract\n\nawait DriftwatchCommand.main([shop])\n",
      to: "Sources/shop-watch/main.swift")
    try write(Self.tests, to: "Tests/ShopTests/ShopTests.swift")
  }

  func write(_ text: String, to path: String) throws { try place.write(text, to: "shop-watch/\(path)") }

  func text(of path: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
  }

  static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    func product(_ name: String) -> Target.Dependency { .product(name: name, package: "driftwatch") }

    func release(_ version: String) -> Target {
      .target(name: "Shop" + version, dependencies: [product("ContractKit")], path: "Contracts/Shop/" + version)
    }

    let package = Package(
      name: "shop-watch",
      dependencies: [.package(name: "driftwatch", path: "../driftwatch")],
      targets: [
        release("V1"), release("V2"), release("V3"),
        .target(
          name: "ShopContract", dependencies: [product("ContractKit"), "ShopV1", "ShopV2", "ShopV3"],
          path: "Contracts/Shop", exclude: ["V1", "V2", "V3"], sources: ["Contract.swift"]),
        .executableTarget(name: "shop-watch", dependencies: [product("DriftwatchCommand"), "ShopContract"]),
        .testTarget(name: "ShopTests", dependencies: [product("DriftwatchTesting"), "ShopContract", "shop-watch"]),
      ])

    """

  static func customer(_ version: String) -> String {
    let more = version == "V1" ? "" : "  let phone: String?\n  let birthday: Date\n"
    return """
      import Foundation

      enum Status: String, Decodable {
        case active
        case paused
        case left
      }

      struct CustomerDTO: Decodable {
        let id: Int
        let name: String
        let email: String?
        let status: Status
      \(more)}

      struct Customer {
        let id: Int
        let name: String
        let email: String?

        init(_ dto: CustomerDTO) {
          id = dto.id
          name = dto.name
          email = dto.email
        }
      }

      struct ItemDTO: Decodable {
        let id: String
        let total: Double
      }

      """
  }

  static func adapter(_ version: String) -> String {
    let status = version == "V3" ? "status: .candidate" : "shippedIn: \"\(version.dropFirst()).0\""
    return """
      import ContractKit
      import Foundation

      private let decoder: @Sendable () -> JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
      }

      public let \(version.lowercased()) = Version("\(version.lowercased())", \(status)) {
        Reads("customers", as: [CustomerDTO].self, using: decoder()) {
          Mapping("Customer", records: "$[*]", each: \\.self, to: Customer.init, identity: \\.id)
        }
        for name in \(endpoints) { Reads(name, as: [ItemDTO].self) }
      }

      """
  }

  static let contract = """
    import ContractKit
    import ShopV1
    import ShopV2
    import ShopV3

    public let shop = Contract("shop", baseURL: "https://shop.example.com/v1", versions: [v1, v2, v3]) {
      Endpoint("customers", get: "/customers")
      for name in \(endpoints) { Endpoint(name, get: "/" + name) }
    }

    """

  /// The same question with Swift Testing and with XCTest, and how long it takes.
  static let tests = """
    import DriftwatchTesting
    import ShopContract
    import Testing
    import XCTest

    @Test func version3CanShip() async throws {
      let start = ContinuousClock.now
      #expect(try await Gate(shop, version: "v3", program: "shop-watch").verdict == .canShip)
      print("ten endpoints took \\(start.duration(to: .now))")
    }

    final class ShopTests: XCTestCase {
      func testVersion3CanShip() async throws {
        let verdict = try await Gate(shop, version: "v3", program: "shop-watch").verdict
        XCTAssertEqual(verdict, .canShip)
      }
    }

    """
}

@Suite(
  "The gate in a team's repository, built anew for each pull request",
  .enabled(if: ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_PACKAGE"] != nil))
struct GatePackageTests {
  /// What a pull request does to a file, with what the gate says of it and where.
  private struct Change {
    let name: String
    let file: String
    let edits: [(old: String, new: String)]
    /// Of the finding; nil: it can ship.
    var words: String?
    /// What stands in the line that is named.
    var line = ""
  }

  private static let changes = [
    Change(name: "nothing", file: "V3/Customer.swift", edits: []),
    Change(
      name: "only adds a field", file: "V3/Customer.swift",
      edits: [("  let phone: String?", "  let phone: String?\n  let note: String?")]),
    Change(
      name: "narrows an optional", file: "V3/Customer.swift", edits: [("let phone: String?", "let phone: String")],
      words: "CustomerDTO.phone expects String", line: "let phone: String"),
    Change(
      name: "renames a coding key", file: "V3/Customer.swift",
      edits: [
        (
          "  let birthday: Date",
          "  let birthday: Date\n\n  enum CodingKeys: String, CodingKey { case id, email, status, phone, birthday, name = \"full_name\" }"
        )
      ], words: "CustomerDTO.full_name expects String, nothing is there", line: "struct CustomerDTO"),
    Change(
      name: "changes the strategy for dates", file: "V3/Adapter.swift", edits: [(".iso8601", ".secondsSince1970")],
      words: "CustomerDTO.birthday expects Date", line: "let birthday: Date"),
    Change(
      name: "removes a case of an enum", file: "V3/Customer.swift", edits: [("  case left\n", "")],
      words: "CustomerDTO.status expects Status", line: "let status: Status"),
    Change(
      name: "drops a line of the mapping", file: "V3/Customer.swift", edits: [("email = dto.email", "email = nil")],
      words: "Customer.email is empty where v1 fills it", line: "let email: String?"),
    Change(
      name: "edits a shipped version", file: "V1/Customer.swift",
      edits: [
        ("let name: String", "let name: String?"),
        ("name = dto.name", "name = dto.name ?? \"\""),
      ], words: "Customer.swift was changed after the release"),
  ]

  @Test(
    "Each change is judged rightly in each form, also while the provider is broken; its tests say the same",
    .timeLimit(.minutes(40)))
  func pullRequests() async throws {
    let shop = try ShopRepository()
    let server = try HostileServer(files: shop.place.path("files"))
    for name in ShopRepository.endpoints {
      try shop.place.write(#"[{"id": "a", "total": 1.5}]"#, to: "files/\(name).json")
    }
    try tell(shop, broken: false)
    try await build(shop)
    let record = ["record", "shop", "--base-url", "shop=\(server.url("/files"))"]
    let recorded = try await call(shop, record)
    #expect(recorded.code == 0, "\(recorded)")
    let healthy = shop.place.path("healthy")
    try FileManager.default.copyItem(atPath: "\(shop.folder)/Contracts/Shop/Recordings", toPath: healthy)
    #expect(try await call(shop, ["gate", "--update"]).code == 0)
    try tell(shop, broken: true)
    #expect(try await call(shop, record).code == 0)
    for change in Self.changes {
      let path = "Contracts/Shop/\(change.file)"
      let before = try shop.text(of: path)
      var after = before
      for edit in change.edits {
        #expect(after.contains(edit.old), "\(change.name)")
        after = after.replacing(edit.old, with: edit.new)
      }
      try shop.write(after, to: path)
      if !change.edits.isEmpty { try await build(shop) }
      for source in [["--from", healthy], []] { try await judge(change, shop, source, after) }
      if ["nothing", "narrows an optional"].contains(change.name) {
        let tested = try await run(["swift", "test", "--package-path", shop.folder], within: 1800)
        #expect((tested.code == 0) == (change.words == nil), "\(tested.text.suffix(2000))")
        if let line = tested.text.split(separator: "\n").first(where: { $0.contains("ten endpoints took") }) {
          print("the gate in a team's tests: \(line)")
        }
        let errors = tested.text + tested.errors
        #expect(
          change.words == nil || errors.contains(/Customer\.swift:\d+: error: shop\/customers v3/),
          "\(errors.suffix(2000))")
      }
      try shop.write(before, to: path)
    }
  }

  /// Asks the gate for every form, and holds each against what the change does.
  private func judge(_ change: Change, _ shop: ShopRepository, _ source: [String], _ text: String) async throws {
    let forms = ["text", "json", "github", "markdown", "junit", "sarif", "gitlab"]
    let outputs = forms.flatMap { ["--output", "\($0)=\(shop.place.path($0))"] }
    let ending = try await call(shop, ["gate"] + source + outputs)
    let isRed = change.words != nil
    let name = "\(change.name)\(source.isEmpty ? ", the provider is broken" : "")"
    #expect(ending.code == (isRed ? 1 : 0), "\(name): \(ending.text)\(ending.errors)")
    func content(_ form: String) throws -> String {
      try String(contentsOfFile: shop.place.path(form), encoding: .utf8)
    }
    #expect(try content("github").contains("::error ") == isRed, "\(name)")
    #expect(try content("junit").contains("<failure ") == isRed, "\(name)")
    #expect(try content("sarif").contains(#""level" : "error""#) == isRed, "\(name)")
    #expect(try content("gitlab").contains(#""severity" : "critical""#) == isRed, "\(name)")
    #expect(try content("json").contains(#""verdict" : "cannot-ship""#) == isRed, "\(name)")
    #expect(try content("markdown").contains("CANNOT SHIP") == isRed, "\(name)")
    guard let words = change.words else { return }
    let squeezed = ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(squeezed.contains(words), "\(name): \(ending.text)")
    guard !change.line.isEmpty else { return }
    let file = change.file.prefix(2) + "/Customer.swift"
    let lines = try shop.text(of: "Contracts/Shop/\(file)").split(separator: "\n", omittingEmptySubsequences: false)
    // Of equal lines the DTO's comes first, and the domain's after it.
    let places = lines.indices.filter { lines[$0].contains(change.line) }.map {
      "file=Contracts/Shop/\(file),line=\($0 + 1)"
    }
    let github = try content("github")
    #expect(places.contains { github.contains($0) }, "\(name): \(places) \(github)")
  }

  /// What the provider says from now on.
  private func tell(_ shop: ShopRepository, broken: Bool) throws {
    let customers = (0..<6).map { index in
      let status = ["active", "paused", "left"][index % 3]
      let name = broken ? #"{"first": "Ada"}"# : #""Ada""#
      let phone = index == 4 ? "" : #""phone": "+49 1","#
      return
        #"{"id": \#(index), "name": \#(name), "email": "ada@example.com", \#(phone) "birthday": "1985-03-10T00:00:00Z", "status": "\#(status)"}"#
    }
    try shop.place.write("[\(customers.joined(separator: ","))]", to: "files/customers.json")
  }

  private func build(_ shop: ShopRepository) async throws {
    let ending = try await run(["swift", "build", "--package-path", shop.folder], within: 1800)
    try #require(ending.code == 0, "\(ending.text.suffix(3000))\n\(ending.errors.suffix(1000))")
  }

  private func call(_ shop: ShopRepository, _ arguments: [String]) async throws -> Program.Ending {
    try await run(["--chdir=" + shop.folder, "\(shop.folder)/.build/debug/shop-watch"] + arguments, within: 600)
  }

  private func run(_ words: [String], within seconds: Double) async throws -> Program.Ending {
    let environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("SWIFT") && !$0.key.hasPrefix("DRIFTWATCH")
    }
    return try await Program("/usr/bin/env", words, environment: environment).end(within: seconds)
  }
}
