import Foundation
import TestSupport
import Testing

/// Whether there is a git to ask.
private let hasGit = ["/usr/bin/git", "/usr/local/bin/git"].contains(where: FileManager.default.isExecutableFile)

@Suite("The app's own files of a release, through the command", .enabled(if: hasGit))
struct VendorTests {
  let driftwatch: Driftwatch
  private var app: String { driftwatch.place.path("app") }
  private var version: String { driftwatch.place.path("Contracts/Shop/V1") }

  init() async throws {
    driftwatch = try Driftwatch()
    try driftwatch.place.write("", to: "Contracts/Shop/Contract.swift")
    try driftwatch.place.write(
      "import Foundation\n\nstruct ProductDTO: Decodable { let id: Int }\n", to: "app/Sources/API/Product.swift")
    try driftwatch.place.write("struct Page: Decodable {}\r\n", to: "app/Sources/API/Paging/Page.swift")
    try driftwatch.place.write("@preconcurrency import struct SwiftUI.Color\n", to: "app/Sources/API/Style.swift")
    try driftwatch.place.write("struct View {}\n", to: "app/Sources/UI/View.swift")
    try await git("init", "-q", ".")
    try await release("1.4.0")
  }

  private func git(_ words: String...) async throws {
    let ending = try await Program(
      "/usr/bin/env",
      ["git", "-C", app, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"] + words,
      environment: ["PATH": "/usr/bin:/bin", "HOME": driftwatch.place.url.path, "GIT_CONFIG_NOSYSTEM": "1"]
    ).end()
    try #require(ending.code == 0, "\(ending)")
  }

  private func release(_ tag: String) async throws {
    try await git("add", "-A")
    try await git("commit", "-q", "-m", tag, "--allow-empty")
    try await git("tag", tag)
  }

  private func vendor(_ options: [String]) async throws -> Program.Ending {
    try await driftwatch.call(
      ["vendor"] + options + ["--contracts", driftwatch.place.path("Contracts")], environment: ["PATH": "/usr/bin:/bin"]
    )
  }

  private func take(_ options: String..., tag: String = "1.4.0") async throws -> Program.Ending {
    try await vendor([app, "--version", "v1", "--tag", tag, "--paths", "Sources/API/**/*.swift"] + options)
  }

  @Test("Files come byte for byte, with tag, commit and digests in the lock; what Linux does not have is named")
  func taken() async throws {
    let ending = try await take()
    #expect(ending.code == 0 && ending.text.hasPrefix("3 files of 1.4.0 in "), "\(ending)")
    #expect(ending.errors.contains("Style.swift:1 imports SwiftUI, which Linux does not have"), "\(ending)")
    for path in ["Product.swift", "Paging/Page.swift"] {
      let copy = try Data(contentsOf: URL(filePath: "\(version)/\(path)"))
      #expect(copy == (try Data(contentsOf: URL(filePath: "\(app)/Sources/API/\(path)"))))
    }
    #expect(!FileManager.default.fileExists(atPath: "\(version)/View.swift"))
    #expect(try await vendor(["--check"]).code == 0)
    // The same again changes nothing.
    #expect(try await take().code == 0)
    let without = try await vendor([
      app, "--version", "v2", "--tag", "1.4.0", "--paths", "Sources/API/**/*.swift", "--except", "**/Style.swift",
    ])
    #expect(without.code == 0 && without.errors.isEmpty && without.text.hasPrefix("2 files"), "\(without)")
  }

  @Test("A hand edit, a file that is gone, and a newer release that no version watches are told, and are exit 1")
  func checked() async throws {
    #expect(try await take().code == 0)
    try await release("1.10.0")
    #expect(try await vendor(["--check"]).code == 0)
    try driftwatch.place.write("struct ProductDTO: Decodable { let id: String }\n", to: "app/Sources/API/Product.swift")
    try await release("2.0.0")
    let newer = try await vendor(["--check"])
    #expect(
      newer.code == 1 && newer.text.contains("the files of 2.0.0 are watched by no version"), "\(newer) \(newer.text)")
    try "edited".write(toFile: "\(version)/Product.swift", atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: "\(version)/Paging/Page.swift")
    let edited = try await vendor(["--check"])
    #expect(
      edited.code == 1 && edited.text.contains("Product.swift was edited; it is not what 1.4.0 has"), "\(edited.text)")
    #expect(edited.text.contains("Page.swift is gone"), "\(edited.text)")
    let other = try await take(tag: "2.0.0")
    #expect(other.code == 2 && other.errors.contains("is there already and is not what 2.0.0 has"), "\(other)")
  }

  @Test(
    "What is missing or wrong is exit 2 and one line",
    arguments: [
      ([], "vendor needs a clone"), (["app"], "vendor needs --version"),
      (["app", "--version", "v1"], "vendor needs --tag"),
      (["app", "--version", "v1", "--tag", "1.4.0"], "vendor needs --paths"),
      (["app", "--version", "v1", "--tag", "9", "--paths", "*"], "has no tag \"9\""),
      (["app", "--version", "v1", "--tag=--all", "--paths", "*"], "has no tag \"--all\""),
      (["app", "--version", "v1", "--tag", "1.4.0", "--paths", "*.kt"], "no file of 1.4.0 matches *.kt"),
      (
        ["app", "--version", "v1", "--tag", "1.4.0", "--paths", "**", "--api", "../x"],
        "--api needs the name of a folder"
      ),
    ] as [([String], String)])
  func wrong(_ options: [String], _ words: String) async throws {
    let ending = try await vendor(options.map { $0 == "app" ? app : $0 })
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
    #expect(!FileManager.default.fileExists(atPath: version))
  }
}
