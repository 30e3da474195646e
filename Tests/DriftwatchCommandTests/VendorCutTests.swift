import Foundation
import TestSupport
import Testing

@Suite("The cut of files that import what Linux lacks, through the command")
struct VendorCutTests {
  let driftwatch: Driftwatch
  private let tools = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
  private var app: String { driftwatch.place.path("app") }
  private var file: URL { URL(filePath: driftwatch.place.path("Contracts/Shop/V1/Product.swift")) }
  private static let product = """
    import Foundation
    import SwiftUI

    struct ProductDTO: Decodable {
      let id: Int

      /// Green.
      var color: Color { .green }
    }

    """
  private static let left = """
    import Foundation

    struct ProductDTO: Decodable {
      let id: Int
    }

    """

  init() async throws {
    try ExternalTool.git.require()
    driftwatch = try Driftwatch()
    try driftwatch.place.write("", to: "Contracts/Shop/Contract.swift")
    try driftwatch.place.write(Self.product, to: "app/API/Product.swift")
    try driftwatch.place.write("struct Page: Decodable {}\n", to: "app/API/Page.swift")
    for words in [["init", "-q", "."], ["add", "-A"], ["commit", "-q", "-m", "1.4.0"], ["tag", "1.4.0"]] {
      let ending = try await git(
        ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"] + words, in: app)
      try #require(ending.code == 0, "\(ending)")
    }
  }

  private func git(_ words: [String], in folder: String) async throws -> Program.Ending {
    var environment = tools
    (environment["HOME"], environment["GIT_CONFIG_NOSYSTEM"]) = (driftwatch.place.url.path, "1")
    return try await Program("/usr/bin/env", ["git", "-C", folder] + words, environment: environment).end()
  }

  private func vendor(_ options: String..., tools: [String: String]? = nil) async throws -> Program.Ending {
    try await driftwatch.call(
      ["vendor", app, "--version", "v1", "--tag", "1.4.0", "--paths", "API/**/*.swift"] + options
        + ["--contracts", driftwatch.place.path("Contracts")], environment: tools ?? self.tools)
  }

  private func check() async throws -> Program.Ending {
    try await driftwatch.call(
      ["vendor", "--check", "--contracts", driftwatch.place.path("Contracts")], environment: tools)
  }

  @Test(
    "It is advice: the files come byte for byte, each part is named with its lines, and the patch is one that git takes"
  )
  func advice() async throws {
    let ending = try await vendor("--cut", driftwatch.place.path("cut.patch"))
    #expect(ending.code == 0 && ending.errors.contains("Product.swift:2 imports SwiftUI"), "\(ending)")
    #expect(ending.text.contains("  to cut  Product.swift:2  import SwiftUI\n"), "\(ending)")
    #expect(
      ending.text.contains("  to cut  Product.swift:7-8  ProductDTO.color  (cannot find type 'Color' in scope)\n"),
      "\(ending)")
    #expect(ending.text.contains("without them (1 place, 2 lines) everything compiles"), "\(ending)")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.product)
    #expect(try await check().code == 0)
    let applied = try await git(["apply", driftwatch.place.path("cut.patch")], in: driftwatch.place.url.path)
    #expect(applied.code == 0, "\(applied)")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.left)
    // Nobody told the lock.
    #expect(try await check().text.contains("Product.swift was edited; it is not what 1.4.0 has"))
    let printed = try await vendor("--cut", "-", "--apply-cut")
    #expect(
      try printed.text == String(contentsOfFile: driftwatch.place.path("cut.patch"), encoding: .utf8), "\(printed)")
    #expect(try await check().code == 0)
  }

  @Test("Taken with the option, the lock has the digests of both, and a later edit of the file is told")
  func taken() async throws {
    #expect(try await vendor().code == 0)
    let ending = try await vendor("--apply-cut")
    #expect(
      ending.code == 0 && ending.errors.isEmpty
        && ending.text.contains("  cut     Product.swift:7-8  ProductDTO.color"), "\(ending)")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.left)
    #expect(try await check().code == 0)
    struct Lock: Decodable {
      struct Release: Decodable { let files: [String: String], cut: [String: String]? }
      let versions: [String: Release]
    }
    let lock = try JSONDecoder().decode(
      Lock.self, from: Data(contentsOf: URL(filePath: driftwatch.place.path("Contracts/Shop/vendor.lock.json"))))
    let release = try #require(lock.versions["v1"])
    #expect(release.files.count == 2 && release.cut?.keys.sorted() == ["Product.swift"])
    #expect(release.cut?["Product.swift"] != release.files["Product.swift"])
    try Self.left.replacing("Int", with: "String").write(to: file, atomically: true, encoding: .utf8)
    let edited = try await check()
    #expect(edited.code == 1 && edited.text.contains("it is not what the cut of 1.4.0 left of it"), "\(edited)")
    let again = try await vendor("--apply-cut")
    #expect(again.code == 2 && again.errors.contains("is there already"), "\(again)")
  }

  @Test("A cut that changes how a type decodes is told of, and taken only if that is asked for; the lock says so")
  func decoding() async throws {
    try driftwatch.place.write(
      Self.product.replacing("var color: Color { .green }", with: "var color: Color"), to: "app/API/Product.swift")
    for words in [["commit", "-q", "-a", "-m", "2"], ["tag", "-f", "1.4.0"]] {
      let ending = try await git(["-c", "user.name=t", "-c", "user.email=t@example.com"] + words, in: app)
      try #require(ending.code == 0, "\(ending)")
    }
    let words = "changes how ProductDTO decodes: the stored property color goes (Product.swift:7)"
    let refused = try await vendor("--apply-cut")
    #expect(refused.code == 3 && refused.errors.contains("the cut \(words)\n"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let advice = try await vendor()
    #expect(advice.code == 0 && advice.errors.contains("the cut \(words)\n"), "\(advice)")
    let taken = try await vendor("--apply-cut", "--change-decoding")
    #expect(taken.code == 0 && taken.errors == "driftwatch: the cut \(words)\n", "\(taken)")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.left)
    let lock = try String(contentsOfFile: driftwatch.place.path("Contracts/Shop/vendor.lock.json"), encoding: .utf8)
    #expect(lock.contains(words), "\(lock)")
  }

  @Test(
    "Where no cut can be looked for, the import is named and a line says why; if it was asked for, nothing is written")
  func withoutToolchain() async throws {
    let bare = ["PATH": driftwatch.place.path("bin"), "HOME": driftwatch.place.url.path]
    let git =
      ["/usr/bin/git", "/usr/local/bin/git"].first(where: FileManager.default.isExecutableFile) ?? "/usr/bin/git"
    try driftwatch.place.write("", to: "bin/none")
    for (name, target) in [("git", git), ("sh", "/bin/sh")] {
      try FileManager.default.createSymbolicLink(
        atPath: driftwatch.place.path("bin/\(name)"), withDestinationPath: target)
    }
    for option in [["--apply-cut"], ["--cut", driftwatch.place.path("cut.patch")]] {
      let asked = try await driftwatch.call(
        ["vendor", app, "--version", "v1", "--tag", "1.4.0", "--paths", "API/**/*.swift"] + option
          + ["--contracts", driftwatch.place.path("Contracts")], environment: bare)
      #expect(
        asked.code == 3 && asked.errors.contains("no cut was tried, nothing was written: there is no swiftc in PATH"),
        "\(asked)")
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
    let ending = try await vendor(tools: bare)
    #expect(ending.code == 0 && ending.errors.contains("imports SwiftUI, which Linux does not have"), "\(ending)")
    #expect(ending.errors.contains("which declarations need it is not known: there is no swiftc in PATH"), "\(ending)")
    let misplaced = try await driftwatch.call(
      ["vendor", "--check", "--apply-cut", "--contracts", driftwatch.place.path("Contracts")], environment: tools)
    #expect(misplaced.code == 2 && misplaced.errors.contains("are for taking files"), "\(misplaced)")
  }

  @Test("A signal ends the compiler, and nothing is written")
  func interrupted() async throws {
    let compiler = try driftwatch.place.write(
      "#!/bin/sh\necho $$ >\"$HOME/part\"\nmv \"$HOME/part\" \"$HOME/pid\"\nexec sleep 3600\n", to: "bin/swiftc")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
    let temporary = driftwatch.place.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let command = try driftwatch.start(
      [
        "vendor", app, "--version", "v1", "--tag", "1.4.0", "--paths", "API/**/*.swift", "--contracts",
        driftwatch.place.path("Contracts"),
      ],
      environment: [
        "PATH": "\(driftwatch.place.path("bin")):/usr/bin:/bin", "HOME": driftwatch.place.url.path, "TMPDIR": temporary,
      ])
    let pid = driftwatch.place.path("pid")
    try #require(try await Program.wait { FileManager.default.fileExists(atPath: pid) || command.hasEnded })
    let id = try String(contentsOfFile: pid, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    command.send(SIGTERM)
    let ending = await command.end()
    #expect(ending.code == -SIGTERM && ending.text.isEmpty && ending.errors.isEmpty, "\(ending)")
    #expect(try await Program.wait { !Program.runs(id) })
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
