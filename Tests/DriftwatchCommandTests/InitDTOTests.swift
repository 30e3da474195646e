import Foundation
import TestSupport
import Testing

@Suite("A package around a team's own types, through the command")
struct InitDTOTests {
  let driftwatch: Driftwatch
  let server: HostileServer
  var package: String { driftwatch.place.path("shop-drift") }

  init() throws {
    driftwatch = try Driftwatch()
    server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(
      #"[{"id": 7, "title": "Lamp", "price": 3.5, "updated_at": "2026-11-01T10:00:00Z"}, {"id": 1, "title": "Rug", "price": 8, "updated_at": "2026-11-01T10:00:00Z"}]"#,
      to: "files/products.json")
    try driftwatch.place.write(#"{"count": 2, "item_list": [{"id": "a", "total": 3}]}"#, to: "files/orders.json")
    try driftwatch.place.write(#"{"open": true, "days": ["mon"]}"#, to: "files/hours.json")
  }

  /// Calls the command for some of the files that the server has.
  private func call(_ names: [String], _ arguments: [String] = ["--dto", "dto"]) async throws -> Program.Ending {
    try await driftwatch.call(
      ["init", "shop-drift"] + names.flatMap { ["--url", server.url("/files/\($0)")] } + arguments,
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) },
      folder: driftwatch.place.url.path)
  }

  private func text(_ path: String) -> String {
    (try? String(contentsOfFile: "\(package)/\(path)", encoding: .utf8)) ?? ""
  }

  /// Whether the compiler takes everything in the folder of a version as one module.
  private func typecheck(_ version: String) async throws {
    let folder = "\(package)/Contracts/Shop/\(version)"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    let checked = try await Program(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-swift-version", "5", "-I", Program.products.appending(path: "Modules").path]
        + files.map { "\(folder)/\($0)" },
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
    ).end()
    #expect(checked.code == 0, "\(checked.errors)")
  }

  @Test("Each folder is a version, byte for byte, and its endpoints read the types that decode what was seen")
  func versions() async throws {
    let old = """
      import Foundation
      struct ProductDTO: Codable { let id: Int; let title: String }\r
      // The bytes of a name that is no UTF-8 stay.
      """
    try driftwatch.place.write(old, to: "dto/1.9/Model/Product.swift")
    try driftwatch.place.write(
      "struct OrderDTO: Decodable { let id: String; let total: Int }", to: "dto/1.9/Order.swift")
    try driftwatch.place.write(
      """
      import Foundation
      /// A type of its own that is called as a word of contracts is.
      struct Version: Decodable { let number: Int }
      struct ProductDTO: Decodable { let id: Int; let title: String; let price: Double; let updatedAt: Date }
      struct Anything: Decodable {}
      enum JSONValue: Decodable {
        case object([String: JSONValue]), list([JSONValue]), other
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let object = try? container.decode([String: JSONValue].self) { self = .object(object) } else {
            self = (try? container.decode([JSONValue].self)).map(JSONValue.list) ?? .other
          }
        }
      }
      struct OrderDTO: Decodable { let id: String; let total: Int; let note: String? }
      struct OrdersDTO: Decodable { let count: Int; let itemList: [OrderDTO] }
      """, to: "dto/1.10/Adapter.swift")
    let ending = try await call(["products", "orders", "hours"])
    #expect(ending.code == 0, "\(ending)")
    #expect(text("Contracts/Shop/V1/Model/Product.swift") == old)
    let first = text("Contracts/Shop/V1/Adapter.swift")
    for line in [
      #"public let v1 = Version("v1", shippedIn: "1.9") {"#, #"Reads("products", as: [ProductDTO].self)"#,
      #"Reads("orders", as: OrderDTOEnvelope.self)"#, "  let list: [OrderDTO]", #"case list = "item_list""#,
    ] { #expect(first.contains(line), "\(first)") }
    // A file of the team's has the name that an adapter usually has.
    let second = text("Contracts/Shop/V2/DriftwatchAdapter.swift")
    for line in [
      #"public let v2 = ContractKit.Version("v2", shippedIn: "1.10") {"#,
      #"Reads("products", as: [ProductDTO].self, using: makeSnakeCaseISO8601Decoder())"#,
      #"Reads("orders", as: OrdersDTO.self, using: makeSnakeCaseDecoder())"#,
      #"Reads("hours", as: HourDTO.self)"#,
    ] { #expect(second.contains(line), "\(second)") }
    #expect(
      ending.errors.contains(
        "v1 (1.9): none of its types decodes hours; say in Contracts/Shop/V1/Adapter.swift what does; until then inferred types of v2 do"
      ), "\(ending.errors)")
    let contract = text("Sources/shop-drift/ShopContract.swift")
    #expect(contract.contains("versions: [ShopV1.v1, ShopV2.v2]"), "\(contract)")
    #expect(text("Sources/shop-drift/main.swift").contains("main([shopContract])"))
    for version in ["V1", "V2"] { try await typecheck(version) }
    // Nothing is replaced.
    let again = try await call(["products"])
    #expect(again.code == 2 && again.errors.contains("is there already, and init overwrites nothing"), "\(again)")
  }

  @Test("One folder is one version; the app's own decoder comes first, and its names are left to it")
  func oneFolder() async throws {
    try driftwatch.place.write(
      """
      import Foundation
      extension JSONDecoder {
        static let shop: JSONDecoder = {
          let decoder = JSONDecoder()
          decoder.keyDecodingStrategy = .convertFromSnakeCase
          decoder.dateDecodingStrategy = .iso8601
          return decoder
        }()
      }
      struct ProductDTO: Decodable { let id: Int; let updatedAt: Date }
      struct HourDTO { let mine: Int }
      struct Hour { let mine: Int }
      func makeShopDecoder() {}
      """, to: "dto/Types.swift")
    let ending = try await call(["products", "hours"])
    #expect(ending.code == 0, "\(ending)")
    let adapter = text("Contracts/Shop/V1/Adapter.swift")
    #expect(adapter.contains(#"Reads("products", as: [ProductDTO].self, using: JSONDecoder.shop)"#), "\(adapter)")
    #expect(adapter.contains(#"the folder "dto""#), "\(adapter)")
    #expect(text("Contracts/Shop/V1/DriftwatchTypes.swift").contains(": Decodable {"))
    try await typecheck("V1")
  }

  @Test("Types that read equally much are named, and what only Apple has is left out with file and line")
  func ties() async throws {
    try driftwatch.place.write("struct ProductDTO: Decodable { let id: Int }", to: "dto/Product.swift")
    try driftwatch.place.write("struct RowDTO: Decodable { let id: Int }", to: "dto/Row.swift")
    try driftwatch.place.write("import Foundation\nimport SwiftUI\nstruct Row: View {}", to: "dto/Views/Row+View.swift")
    try driftwatch.place.write("\nimport SwiftData\n", to: "dto/Model.swift")
    let ending = try await call(["products"])
    #expect(ending.code == 0, "\(ending)")
    for line in [
      "[ProductDTO], [RowDTO] read products equally well; say in Contracts/Shop/V1/Adapter.swift which one does; until then inferred types of v1 do",
      "dto/Views/Row+View.swift:2 imports SwiftUI, which Linux does not have; the file is left out",
      "dto/Model.swift:2 imports SwiftData, which Linux does not have; the file is left out",
    ] { #expect(ending.errors.contains(line), "\(ending.errors)") }
    #expect(text("Contracts/Shop/V1/Views/Row+View.swift").isEmpty && !text("Contracts/Shop/V1/Product.swift").isEmpty)
    #expect(text("Contracts/Shop/V1/Adapter.swift").contains(#"Reads("products", as: "#))
    try await typecheck("V1")
  }

  @Test("A type whose code hangs, traps or ends the program is one that does not read, and the others do")
  func hostile() async throws {
    try driftwatch.place.write(
      """
      import Foundation
      struct Trap: Decodable { let id: Int; init(from decoder: any Decoder) throws { fatalError("no") } }
      struct Leaves: Decodable { let id: Int; init(from decoder: any Decoder) throws { exit(0) } }
      struct Hangs: Decodable { let id: Int; init(from decoder: any Decoder) throws { while true {} } }
      struct ProductDTO: Decodable { let id: Int }
      """, to: "dto/All.swift")
    let ending = try await call(["products"])
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.errors.contains("Hangs took too long"), "\(ending.errors)")
    #expect(text("Contracts/Shop/V1/Adapter.swift").contains(#"Reads("products", as: [ProductDTO].self)"#))
  }

  @Test("A type that traps on the responses of one endpoint reads those of another, whatever the app prints")
  func trapsElsewhere() async throws {
    try driftwatch.place.write(#"{"a\nb": [{"code": 3}], "more": false}"#, to: "files/codes.json")
    try driftwatch.place.write(
      """
      import Foundation
      func print(_ items: Any...) {}
      struct ProductDTO: Decodable {
        let id: Int
        let title: String
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          title = (try? container.decode(String.self, forKey: .title))!
          id = try container.decode(Int.self, forKey: .id)
          Swift.print("a product", terminator: "")
        }
        enum CodingKeys: String, CodingKey { case id, title }
      }
      struct CodeDTO: Decodable { let code: Int }
      protocol Request {}
      extension Request { static var decoder: JSONDecoder { JSONDecoder() } }
      enum Page<Item> { static var coder: JSONDecoder { JSONDecoder() } }
      @MainActor enum Screen { static var decoder: JSONDecoder { JSONDecoder() } }
      enum Vault { static var decoder: JSONDecoder { get throws { JSONDecoder() } } }
      """, to: "dto/All.swift")
    let ending = try await call(["codes", "orders", "products"])
    #expect(ending.code == 0, "\(ending)")
    let adapter = text("Contracts/Shop/V1/Adapter.swift")
    for line in [
      #"Reads("products", as: [ProductDTO].self)"#, #"Reads("codes", as: CodeDTOEnvelope.self)"#,
      #"case list = "a\nb""#,
    ] { #expect(adapter.contains(line), "\(adapter)") }
    for name in ["Request.decoder", "Page.coder", "Vault.decoder"] {
      #expect(ending.errors.contains("dto: \(name) cannot be used by itself"), "\(ending.errors)")
    }
    #expect(!ending.errors.contains("took too long"), "\(ending.errors)")
    try await typecheck("V1")
  }

  @Test("The app's code is tried without the credential")
  func credential() async throws {
    try driftwatch.place.write(
      """
      import Foundation
      struct ProductDTO: Decodable {
        let id: Int
        enum CodingKeys: String, CodingKey { case id }
        init(from decoder: any Decoder) throws {
          if ProcessInfo.processInfo.environment["SHOP_KEY"] != nil { throw CancellationError() }
          id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }
      }
      """, to: "dto/Product.swift")
    let ending = try await driftwatch.call(
      ["init", "shop-drift", "--url", server.url("/files/products"), "--dto", "dto", "--header-env", "X-Key=SHOP_KEY"],
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        .merging(["SHOP_KEY": Driftwatch.canary]) { $1 }, folder: driftwatch.place.url.path)
    #expect(ending.code == 0, "\(ending)")
    #expect(text("Contracts/Shop/V1/Adapter.swift").contains(#"Reads("products", as: [ProductDTO].self)"#))
  }

  @Test(
    "What is no folder of types is one line, and nothing is written",
    arguments: [
      ("none", "--dto: the folder \"none\" cannot be read"), ("empty", "has no Swift files"),
      ("wrong", "Wrong.swift:1: cannot find type 'Money' in scope"), ("program", "is a program and no file of types"),
      ("apple", "imports SwiftUI, which Linux does not have, and no file is left"),
    ])
  func wrong(_ folder: String, _ words: String) async throws {
    try driftwatch.place.write("", to: "empty/README")
    try driftwatch.place.write("struct Wrong { let price: Money }", to: "wrong/Wrong.swift")
    try driftwatch.place.write("print(1)", to: "program/main.swift")
    try driftwatch.place.write("import SwiftUI", to: "apple/Views.swift")
    let ending = try await call(["products"], ["--dto", folder])
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: package))
  }
}
