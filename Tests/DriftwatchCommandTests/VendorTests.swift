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

  private func vendor(_ options: [String], path: String = "/usr/bin:/bin") async throws -> Program.Ending {
    try await driftwatch.call(
      ["vendor"] + options + ["--contracts", driftwatch.place.path("Contracts")],
      environment: ["PATH": path, "HOME": driftwatch.place.url.path, "http_proxy": "", "ALL_PROXY": ""])
  }

  private func check(_ options: String..., path: String = "/usr/bin:/bin") async throws -> Program.Ending {
    try await vendor(["--check"] + options, path: path)
  }

  private func lock() throws -> String {
    try String(contentsOfFile: driftwatch.place.path("Contracts/Shop/vendor.lock.json"), encoding: .utf8)
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
    #expect(try await check().code == 0)
    // The same again changes nothing.
    #expect(try await take().code == 0)
    let without = try await vendor([
      app, "--version", "v2", "--tag", "1.4.0", "--paths", "Sources/API/**/*.swift", "--except", "**/Style.swift",
    ])
    #expect(without.code == 0 && without.errors.isEmpty && without.text.hasPrefix("2 files"), "\(without)")
  }

  @Test("Files of one name in two folders are named, since no module can have both")
  func equalNames() async throws {
    try driftwatch.place.write("struct Other {}\n", to: "app/Sources/API/Paging/Product.swift")
    try await release("1.5.0")
    let ending = try await take(tag: "1.5.0")
    #expect(
      ending.code == 0 && ending.errors.contains("Paging/Product.swift and Product.swift have one name"), "\(ending)")
  }

  @Test("A hand edit, files that are gone or were added, and a newer release that no version watches are exit 1")
  func checked() async throws {
    #expect(try await take().code == 0)
    try driftwatch.place.write("import ContractKit\n", to: "Contracts/Shop/V1/Adapter.swift")
    try await release("1.10.0")
    #expect(try await check("--repository", app).code == 0)
    try driftwatch.place.write("struct ProductDTO: Decodable { let id: String }\n", to: "app/Sources/API/Product.swift")
    try await release("2.0.0")
    for repository in [app, "file://\(app)"] {
      let newer = try await check("--repository", repository)
      #expect(newer.code == 1 && newer.errors.isEmpty, "\(newer)")
      #expect(newer.text.contains("the files of 2.0.0 are watched by no version"), "\(newer.text)")
    }
    try "edited".write(toFile: "\(version)/Product.swift", atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: "\(version)/Paging/Page.swift")
    for path in ["Paging/Adapter.swift", "Extra.swift", ".DS_Store"] {
      try driftwatch.place.write("", to: "Contracts/Shop/V1/\(path)")
    }
    let edited = try await check()
    let lines = edited.text.split(separator: "\n").map { $0.replacing(version, with: "V1") }
    #expect(
      edited.code == 1
        && lines == [
          "V1/Paging/Page.swift is gone; it is of 1.4.0", "V1/Product.swift was edited; it is not what 1.4.0 has",
          "V1/Extra.swift was added; 1.4.0 has no such file",
          "V1/Paging/Adapter.swift was added; 1.4.0 has no such file",
        ], "\(edited.text)")
    let other = try await take(tag: "2.0.0")
    #expect(other.code == 2 && other.errors.contains("is there already and is not what 2.0.0 has"), "\(other)")
  }

  @Test("The lock holds nothing of the machine, and another one without git and clone checks the files")
  func elsewhere() async throws {
    #expect(try await take().code == 0)
    #expect(!(try lock()).contains(driftwatch.place.url.path))
    // As an earlier version wrote it.
    let older = try lock().replacing(#""tag" :"#, with: #""repository" : "\#(app)", "tag" :"#)
    try driftwatch.place.write(older, to: "Contracts/Shop/vendor.lock.json")
    try FileManager.default.moveItem(atPath: app, toPath: app + "-gone")
    let checked = try await check(path: "/nonexistent")
    #expect(checked.code == 0 && checked.text.isEmpty && checked.errors.isEmpty, "\(checked)")
    try "edited".write(toFile: "\(version)/Product.swift", atomically: true, encoding: .utf8)
    #expect(try await check(path: "/nonexistent").code == 1)
  }

  @Test(
    "Of the clone its URL is kept, without what is secret or of this machine",
    arguments: [
      ("https://ann:hunter2@git.invalid/shop/app.git?token=hunter2", "https://git.invalid/shop/app.git"),
      ("ssh://git:hunter2@git.invalid:22/app.git", "ssh://git@git.invalid:22/app.git"),
      ("git@git.invalid:shop/app.git", "git@git.invalid:shop/app.git"), ("/srv/app.git", nil), ("../app", nil),
      ("file:///srv/app.git", nil), ("ext::sh -c x", nil),
    ] as [(String, String?)])
  func address(_ remote: String, _ kept: String?) async throws {
    try await git("remote", "add", "mirror", remote)
    #expect(try await take().code == 0)
    let release = try #require(try JSONDecoder().decode(Lock.self, from: Data(try lock().utf8)).versions["v1"])
    #expect(release.repository == kept)
    let checked = try await check()
    #expect(checked.code == 0, "\(checked)")
    let remark = "driftwatch: whether there is a newer release is not known: git cannot ask \(kept ?? "")"
    #expect(kept == nil ? checked.errors.isEmpty : checked.errors.hasPrefix(remark), "\(checked)")
  }

  private struct Lock: Decodable {
    struct Release: Decodable { let repository: String? }
    let versions: [String: Release]
  }

  @Test(
    "The URL in the lock is asked for a newer release, and a repository that is named and cannot be asked is exit 3")
  func asked() async throws {
    let server = try HostileServer(files: driftwatch.place.path("files"))
    try await git("remote", "add", "origin", server.url("/files/app.git"))
    #expect(try await take().code == 0)
    func publish() async throws {
      try? FileManager.default.removeItem(atPath: driftwatch.place.path("files/app.git"))
      try await git("clone", "-q", "--bare", app, driftwatch.place.path("files/app.git"))
      try await git("-C", driftwatch.place.path("files/app.git"), "update-server-info")
    }
    try await publish()
    let same = try await check()
    #expect(same.code == 0 && same.errors.isEmpty, "\(same)")
    try driftwatch.place.write("struct ProductDTO {}\n", to: "app/Sources/API/Product.swift")
    try await release("2.0.0")
    try await publish()
    let newer = try await check()
    #expect(newer.code == 1 && newer.text.contains("the files of 2.0.0 are watched by no version"), "\(newer)")
    for repository in [server.url("/files/none.git"), driftwatch.place.path("files")] {
      let unknown = try await check("--repository", repository)
      #expect(unknown.code == 3 && unknown.errors.contains("--repository cannot be asked"), "\(unknown)")
    }
    let misplaced = try await vendor([app, "--repository", app])
    #expect(misplaced.code == 2 && misplaced.errors.contains("is what --check asks"), "\(misplaced)")
  }

  @Test("Of two APIs each is held to its own repository, and a line says which API is meant")
  func twoRepositories() async throws {
    try await git("remote", "add", "origin", "https://git.invalid/app.git")
    #expect(try await take("--api", "Shop").code == 0)
    // The other one is of another repository, with another release.
    try await git("remote", "set-url", "origin", "https://git.invalid/other.git")
    #expect(try await take("--api", "Other").code == 0)
    try driftwatch.place.write("struct ProductDTO {}\n", to: "app/Sources/API/Product.swift")
    try await release("2.0.0")
    let other = try await check("--repository", app)
    #expect(
      other.code == 1 && other.text.hasPrefix("Other: the files of 2.0.0 are watched by no version"), "\(other)")
    #expect(other.text.split(separator: "\n").count == 1, "\(other)")
    #expect(other.errors.contains("git cannot ask https://git.invalid/app.git"), "\(other)")
    try await git("remote", "set-url", "origin", "https://git.invalid/third.git")
    let third = try await check("--repository", app)
    #expect(third.code == 3 && third.errors.contains("the files are of other repositories: https://"), "\(third)")
  }

  @Test("The API is found however its name is spelled, and where there is none, that is said")
  func names() async throws {
    #expect(try await take("--api", "shop").code == 0)
    #expect(FileManager.default.fileExists(atPath: version + "/Product.swift"))
    let folders = try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.path("Contracts"))
    #expect(folders == ["Shop"])
    let checked = try await check("--api", "SHOP")
    #expect(checked.code == 0, "\(checked)")
    let unknown = try await check("--api", "cart")
    #expect(unknown.code == 3 && unknown.errors.contains("Contracts/cart has no vendor.lock.json"), "\(unknown)")
    try FileManager.default.removeItem(atPath: driftwatch.place.path("Contracts/Shop"))
    let none = try await take()
    #expect(none.code == 2 && none.errors.contains("has no API yet; \"init\" makes one"), "\(none)")
  }

  @Test("A signal ends git, and what it fetched is gone")
  func interrupted() async throws {
    try await git("remote", "add", "origin", "https://git.invalid/app.git")
    #expect(try await take().code == 0)
    // It knows a newer tag, and fetches for ever.
    let fake = try driftwatch.place.write(
      """
      #!/bin/sh
      if [ "$1" = ls-remote ]; then printf 'a\\trefs/tags/9.0.0\\n'; exit; fi
      for folder; do :; done
      mkdir "$folder"
      echo $$ >"$HOME/part"
      mv "$HOME/part" "$HOME/pid"
      exec sleep 3600
      """, to: "bin/git")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
    let temporary = driftwatch.place.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let command = try driftwatch.start(
      ["vendor", "--check", "--contracts", driftwatch.place.path("Contracts")],
      environment: [
        "PATH": "\(driftwatch.place.path("bin")):/usr/bin:/bin", "HOME": driftwatch.place.url.path, "TMPDIR": temporary,
      ])
    let file = driftwatch.place.path("pid")
    try #require(try await Program.wait { FileManager.default.fileExists(atPath: file) })
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).count == 1)
    let id = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    command.send(SIGTERM)
    let ending = await command.end()
    #expect(ending.code == -SIGTERM && ending.errors.isEmpty, "\(ending)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(id)/fd/0"))
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
