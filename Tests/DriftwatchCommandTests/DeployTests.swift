import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

/// What can be said of the files in `deploy/` without the tools that know their formats; `deploy/validate` calls those.
@Suite("Files for deployment")
struct DeployTests {
  private static func text(_ name: String) throws -> String {
    try String(contentsOf: Driftwatch.repository.appending(path: name), encoding: .utf8)
  }

  /// Lines without comments and without white space at their ends.
  private static func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }
  }

  @Test(
    "What the recipes for Slack send holds no mention and no link of a provider's making",
    arguments: ["README.md", "docs/deployment.md"])
  func slack(_ page: String) async throws {
    let recipes = try Self.text(page).split(separator: "\n").filter { $0.contains("/etc/driftwatch/slack.curl ") }
    #expect(!recipes.isEmpty)
    for recipe in recipes {
      let command = try #require(recipe.firstRange(of: "'").map { recipe[$0.upperBound...] })
      let filter = try #require(command.firstRange(of: " | curl").map { command[..<$0.lowerBound] })
      if filter.hasPrefix("jq"), !FileManager.default.fileExists(atPath: "/usr/bin/jq") { continue }
      let place = try TemporaryPlace()
      let text = try place.write("<!channel> & <https://evil.example|sign in> \"quoted\" \\\n", to: "report")
      let program = try Program("/bin/sh", ["-c", "\(filter) < '\(text)'"], environment: ["PATH": "/usr/bin:/bin"])
      let sent = await program.end()
      #expect(sent.code == 0 && sent.errors.isEmpty, "\(sent.errors)")
      #expect(!sent.text.contains("<") && !sent.text.contains(">"))
      #expect(sent.text.contains("&lt;!channel&gt; &amp; &lt;https://evil.example|sign in&gt;"), "\(sent.text)")
      // Whatever a provider says: Slack reads no angle bracket, and of its three references nothing but what was said.
      let said = HostileText.all.map(\.text).joined(separator: "\n").replacing("\0", with: "")
      let all = try place.write(said, to: "all")
      let sending = try Program("/bin/sh", ["-c", "\(filter) < '\(all)'"], environment: ["PATH": "/usr/bin:/bin"])
      let output = await sending.end().output
      let body =
        filter.hasPrefix("jq")
        ? (try JSONSerialization.jsonObject(with: output) as? [String: String])?["text"] ?? ""
        : String(decoding: output, as: UTF8.self)
      #expect(!body.unicodeScalars.contains("<") && !body.unicodeScalars.contains(">"))
      let read = ["&lt;": "<", "&gt;": ">"].reduce(Data(body.utf8)) {
        $0.replacing(Data($1.key.utf8), with: Data($1.value.utf8))
      }
      #expect(String(decoding: read.replacing(Data("&amp;".utf8), with: Data("&".utf8)), as: UTF8.self) == said)
    }
  }

  @Test(
    "The units keep no right that the program does not need",
    arguments: ["driftwatch.service", "driftwatch-run.service"])
  func units(_ name: String) throws {
    let lines = try Self.lines("deploy/\(name)")
    for line in [
      "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes",
      "PrivateDevices=yes", "PrivateUsers=yes", "ProtectProc=invisible", "RestrictNamespaces=yes",
      "MemoryDenyWriteExecute=yes", "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged", "UMask=0077",
      "StateDirectory=driftwatch", "StateDirectoryMode=0700", "DynamicUser=yes", "LimitCORE=0", "KillMode=mixed",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test(
    "Every call of the command in deploy/, README and docs is one that it understands",
    arguments: [
      "deploy/crontab", "deploy/driftwatch.service", "deploy/driftwatch-run.service", "deploy/kubernetes-cronjob.yaml",
      "deploy/github-actions.yml", "deploy/Dockerfile", "README.md", "docs/deployment.md", "docs/configuration.md",
    ])
  func calls(_ name: String) throws {
    var found = 0
    for match in try Self.text(name).matches(
      of: /(?:^|[\s;`\/=])driftwatch ([a-z][^\n`;|#]*)/.anchorsMatchLineEndings())
    {
      let words = Self.words(String(match.1))
      guard let command = words.first, CommandName(rawValue: command) != nil || command == "help" else { continue }
      // Signatures and tables speak of kinds of arguments.
      guard !words.contains(where: { $0.contains("…") || $0.contains("[") || $0.contains("|") }) else { continue }
      let options = words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" && $0 != "`" }) }
      guard let known = CommandName(rawValue: command).map(CommandOption.all(for:)) else { continue }
      for option in options { #expect(known.contains { $0.name == option }, "\(name): driftwatch \(match.1)") }
      found += 1
    }
    #expect(found > 0 || name.hasSuffix("Dockerfile"), "nothing was looked at")
  }

  /// Words up to what a shell would not hand over any more.
  private static func words(_ text: String) -> [String] {
    let end = text.firstRange(of: /\s(?:&&|>|2>|'|"\$|&)/)?.lowerBound ?? text.endIndex
    return text[..<end].split(separator: " ").map(String.init)
  }

  @Test("The image runs as nobody, and says whether it is well")
  func image() throws {
    let lines = try Self.lines("deploy/Dockerfile")
    #expect(lines.contains("USER 65532:65532"))
    #expect(
      lines.contains { $0.hasPrefix("HEALTHCHECK ") && $0.contains(#"["driftwatch", "status", "--alive", "--quiet"]"#) }
    )
    let bases = lines.filter { $0.hasPrefix("FROM ") && $0 != "FROM scratch" }
    #expect(bases.count == 2)
    #expect(bases.allSatisfy { $0.contains(":") && !$0.contains(":latest") })
    // Without a base there is no search path, by which `report --exec` finds its program.
    #expect(lines.contains { $0.hasPrefix("ENV PATH=") })
    // What the manifest names must be in the image that builds it.
    for folder in ["Sources", "Contracts", "Tests"] { #expect(lines.contains("COPY \(folder) \(folder)")) }
    let ignored = try Self.lines("deploy/Dockerfile.dockerignore")
    #expect(ignored.first == "*" && ignored.contains("!Package.swift"))
  }

  @Test("The job never overlaps itself, has no right that it does not need, and keeps the ledger on a volume")
  func job() throws {
    let lines = try Self.lines("deploy/kubernetes-cronjob.yaml")
    // The validators know the structure, not the words of an enumeration.
    for line in [
      "concurrencyPolicy: Forbid", "startingDeadlineSeconds: 120", "runAsNonRoot: true", "runAsUser: 65532",
      "readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false", "drop: [ALL]", "type: RuntimeDefault",
      "automountServiceAccountToken: false", "restartPolicy: Never", "claimName: driftwatch-ledger",
      "accessModes: [ReadWriteOncePod]", "name: driftwatch-tokens",
    ] { #expect(lines.contains { $0 == line || $0 == "- \(line)" }, "\(line)") }
    #expect(!lines.contains { $0.contains("value:") }, "a value in the open")
  }

  @Test(
    "The job reports whatever became of the check, and fails with the code of a wrong configuration or a broken store",
    arguments: [
      (0, 0, 0), (1, 0, 0), (3, 1, 0), (75, 0, 0), (2, 0, 2), (4, 0, 4), (4, 1, 4), (2, 4, 2), (0, 4, 4), (137, 0, 137),
    ])
  func jobCodes(_ check: Int, _ report: Int, _ expected: Int32) async throws {
    let text = try Self.text("deploy/kubernetes-cronjob.yaml")
    let after = try #require(text.components(separatedBy: "args:\n                - |\n").dropFirst().first)
    let script = try #require(after.components(separatedBy: "envFrom:").first)
    let program = "driftwatch() { echo \"$1\"; [ \"$1\" = check ] && return \(check); return \(report); }\n"
    let ending = try await Program("/bin/sh", ["-c", program + script], environment: pathOnly).end()
    #expect(ending.code == expected && ending.text == "check\nreport\n", "\(ending)")
  }

  @Test("The unit reports whatever became of the check, and gives the report the time that its receiver may take")
  func unit() throws {
    let lines = try Self.lines("deploy/driftwatch.service")
    #expect(lines.filter { $0.hasPrefix("ExecStart=") }.count == 1)
    #expect(lines.contains("ExecStopPost=/usr/local/bin/driftwatch report"))
    #expect(lines.contains("TimeoutStopSec=3min"))
    for unit in ["deploy/driftwatch.service", "deploy/driftwatch-run.service"] {
      #expect(try Self.lines(unit).contains("OOMPolicy=continue"))
    }
  }

  @Test(
    "A check ends by itself before the next one is to begin",
    arguments: ["deploy/driftwatch.service", "deploy/crontab", "deploy/kubernetes-cronjob.yaml"])
  func deadlines(_ name: String) throws {
    let interval = 300.0
    let text = try Self.text(name)
    // Also a line that is only to be taken in place of another one.
    let calls = text.matches(of: /driftwatch check [^;\n]*/).map { String($0.0) }
    #expect(!calls.isEmpty)
    let configured = text.contains(#""deadline": "4m""#) ? ["--deadline", "240"] : []
    for call in calls {
      let words = call.split(separator: " ").dropFirst().map(String.init) + configured
      #expect(try #require(try CommandCall(words).seconds("--deadline"), "\(call)") < interval, "\(call)")
    }
  }

  @Test("The page on the scheduler has every metric that the program writes, and no other")
  func metrics() throws {
    let sources = try Driftwatch.repository.appending(path: "Sources/DriftwatchCommand/Service")
      .swiftFiles().map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let written = Set(sources.matches(of: /"(driftwatch_[a-z_]+)"/).map { String($0.1) })
    let table = try Self.lines("docs/scheduler.md").filter { $0.hasPrefix("| `driftwatch_") }
    let named = table.compactMap { $0.firstMatch(of: /`(driftwatch_[a-z_]+)/).map { String($0.1) } }
    #expect(written == Set(named) && named.count == written.count)
  }

  @Test("The configuration in the Kubernetes file is one that the program reads")
  func embeddedConfiguration() throws {
    let text = try Self.text("deploy/kubernetes-cronjob.yaml")
    let after = try #require(text.components(separatedBy: "driftwatch.json: |\n").dropFirst().first)
    let part = try #require(after.components(separatedBy: "---").first)
    let place = try TemporaryPlace()
    let path = try place.write(part, to: "driftwatch.json")
    let configuration = try Configuration(try CommandCall(["check", "--config", path]), [:], [])
    #expect(configuration.values["deadline"]?.text == "240")
  }

  @Test("The workflow has one writer, pins what it uses by commit, and asks for no right to write")
  func workflow() throws {
    let lines = try Self.lines("deploy/github-actions.yml")
    let uses = lines.compactMap { $0.contains("uses: ") ? $0 : nil }
    #expect(!uses.isEmpty)
    for line in uses { #expect(line.contains(/@[0-9a-f]{40} # v[0-9]/), "\(line)") }
    #expect(lines.contains("permissions: {}") && lines.contains("group: contract-drift"))
    #expect(lines.contains("cancel-in-progress: false") && lines.contains("persist-credentials: false"))
    #expect(!lines.contains { $0.contains(": write") })
    // Texts of others never go into a script by substitution.
    let scripts = lines.filter { $0.hasPrefix("run:") || $0.hasPrefix("bin/") || $0.hasPrefix("deploy/") }
    #expect(scripts.allSatisfy { !$0.contains("${{") })
    #expect(lines.contains { $0.hasPrefix("bin/driftwatch check") || $0.contains("bin/driftwatch check") })
  }
}

extension DeployTests {
  @Test(
    "The gate's workflow runs foreign code without a right to write, and writes without foreign code; GitLab's needs no token"
  )
  func gate() throws {
    let text = try Self.text("deploy/github-gate.yml")
    let jobs = text.components(separatedBy: "\n  tell:\n")
    #expect(jobs.count == 2)
    #expect(!jobs[0].contains(": write") && jobs[0].contains("persist-credentials: false"))
    #expect(!jobs[1].contains("checkout") && !jobs[1].contains("run:") && jobs[1].contains("pull-requests: write"))
    #expect(text.contains("\npermissions: {}\n"))
    for line in text.split(separator: "\n") where line.contains("uses: ") {
      #expect(line.contains(/@[0-9a-f]{40} # v[0-9]/), "\(line)")
    }
    for file in ["deploy/github-gate.yml", "deploy/gitlab-gate.yml"] {
      let call = try #require(try Self.text(file).components(separatedBy: "driftwatch gate").dropFirst().first)
      let options = call.prefix { $0 != ":" }.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("--") }
      let known = Set(CommandOption.all(for: .gate).map(\.name))
      #expect(!options.isEmpty && options.allSatisfy { known.contains(String($0)) }, "\(options)")
    }
  }
}

extension URL {
  /// The Swift files of a folder.
  fileprivate func swiftFiles() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: self, includingPropertiesForKeys: nil).filter {
      $0.pathExtension == "swift"
    }
  }
}
