import Foundation
import TestSupport
import Testing

@Suite("Types from responses, through the command")
struct InferTests {
  let driftwatch: Driftwatch
  let server: HostileServer
  /// Where the toolchain is.
  private let toolchain = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }

  init() throws {
    driftwatch = try Driftwatch(.recorded)
    server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(#"[{"id": 1, "sale_price": 2.5}]"#, to: "files/products.json")
    try driftwatch.place.write(#"[{"id": 2}]"#, to: "more/products.json")
    try driftwatch.place.write(#"{"status": 200}"#, to: "more/products.meta.json")
  }

  @Test("Files, folders, URLs and recordings give types that were compiled and tried; the name is that of the first")
  func sources() async throws {
    let folder = driftwatch.place.path("more")
    let both = try await driftwatch.call(["infer", server.url("/files/products.json"), folder], environment: toolchain)
    #expect(both.code == 0 && both.errors.isEmpty, "\(both)")
    for line in [
      "// Made by driftwatch infer of 2 responses.", "struct Product: Decodable {", "  let salePrice: Double?",
      #"    case salePrice = "sale_price""#, "typealias ProductResponse = [Product]",
    ] { #expect(both.text.contains(line + "\n"), "\(both.text)") }
    let named = try await driftwatch.call(
      ["infer", folder, "--name", "Article", "--keys", "snake-case", "--domain"], environment: toolchain)
    #expect(named.text.contains("struct Article {") && named.text.contains("init(_ dto: ArticleDTO)"), "\(named)")
    let recorded = try await Driftwatch().call(
      ["infer", "landmarks/list", "--contracts", Driftwatch.contracts, "--layout", "nested"], environment: toolchain)
    #expect(recorded.code == 0 && recorded.text.contains("enum Category: String, Decodable {"), "\(recorded)")
  }

  @Test("No type has the name of one of Swift's, Foundation's or ContractKit's, as the toolchain lists them")
  func systemTypes() async throws {
    let script = try driftwatch.place.write(
      """
      import glob, json, os, subprocess
      target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
      modules = ["Swift", "_Concurrency", "_StringProcessing", "Foundation", "FoundationEssentials",
                 "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "ContractKit"]
      for module in modules:
          os.mkdir(module)
          subprocess.check_call(["swift-symbolgraph-extract", "-module-name", module, "-target", target, "-I", "\(Program.products.path)/Modules",
                                 "-output-dir", module, "-minimum-access-level", "public", "-skip-synthesized-members"])
          names = set()
          for file in glob.glob(module + "/*.json"):
              for symbol in json.load(open(file))["symbols"]:
                  kind = symbol["kind"]["identifier"].split(".")[-1]
                  name = symbol["pathComponents"][0]
                  if len(symbol["pathComponents"]) == 1 and kind in ("actor", "class", "enum", "protocol", "struct", "typealias") and name[0].isupper():
                      names.add(name)
          print(module, *sorted(names))
      """, to: "names.py")
    let listed = try await Program(
      "/usr/bin/python3", [script], environment: toolchain, folder: driftwatch.place.url.path
    )
    .end()
    try #require(listed.code == 0, "\(listed.errors)")
    let modules = listed.text.split(separator: "\n").map { $0.split(separator: " ").dropFirst().map(String.init) }
    try #require(modules.count == 9 && modules[0].count > 200 && modules[3].count > 100 && modules[8].count > 30)
    let names = Set(modules.joined())
    let members = names.sorted().enumerated().map { #""\#($1)": {"m\#($0)": 1}"# }
    // As a member, and as the whole response.
    let file = try driftwatch.place.write("{\(members.joined(separator: ", "))}", to: "names.json")
    let ending = try await driftwatch.call(["infer", file, "--name", "Names"], environment: ["PATH": "/nonexistent"])
    let declared = ending.text.matches(of: /(?m)^(struct|enum|final class|typealias) ([A-Za-z0-9_]+)/).map {
      String($0.output.2)
    }
    #expect(declared.count > names.count)
    #expect(declared.filter(names.contains).isEmpty)
    for name in ["Calendar", "Result", "Timer"] {
      let ending = try await driftwatch.call(
        ["infer", driftwatch.place.path("more"), "--name", name], environment: ["PATH": "/nonexistent"])
      #expect(ending.text.contains("struct \(name)Model: Decodable {"), "\(ending.text)")
    }
  }

  @Test("Of redacted recordings only words that stayed make enums")
  func redacted() async throws {
    let records = (0..<24).map {
      #"{"status": "\#(["active", "paused"][$0 % 2])", "plan": "\#(["qwkx", "zzpt"][$0 % 2])"}"#
    }
    try driftwatch.place.write("[\(records.joined(separator: ","))]", to: "kept/index.json")
    func types() async throws -> String {
      try await driftwatch.call(["infer", driftwatch.place.path("kept")], environment: ["PATH": "/nonexistent"]).text
    }
    let plain = try await types()
    #expect(plain.contains("enum Status: String") && plain.contains("enum Plan: String"), "\(plain)")
    try driftwatch.place.write(#"{"redaction": "values", "kept": ["$[*].status"]}"#, to: "kept/index.meta.json")
    let redacted = try await types()
    #expect(redacted.contains("enum Status: String") && redacted.contains("let plan: String"), "\(redacted)")
  }

  @Test("Without a toolchain the types are there, and a line says that nobody tried them")
  func untried() async throws {
    let ending = try await driftwatch.call(
      ["infer", driftwatch.place.path("more")], environment: ["PATH": "/nonexistent"])
    #expect(ending.code == 0 && ending.text.contains("struct More: Decodable"), "\(ending)")
    #expect(ending.errors.contains("these types were not tried: there is no swiftc in PATH"), "\(ending)")
  }

  @Test("A signal ends it, the compiler with all that it started, and what they wrote", arguments: [SIGTERM, SIGINT])
  func killed(_ signal: Int32) async throws {
    // As swiftc does, it starts compilers in process groups of their own.
    let compiler = try driftwatch.place.write(
      """
      #!/usr/bin/python3
      import os, subprocess
      inner = subprocess.Popen(["sleep", "3600"], preexec_fn=os.setpgrp)
      with open(os.environ["HOME"] + "/part", "w") as file: file.write(f"{os.getpid()} {inner.pid}")
      os.rename(os.environ["HOME"] + "/part", os.environ["HOME"] + "/pids")
      inner.wait()
      """, to: "bin/swiftc")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
    let temporary = driftwatch.place.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let command = try driftwatch.start(
      ["infer", driftwatch.place.path("more")],
      environment: [
        "PATH": "\(driftwatch.place.path("bin")):\(toolchain["PATH"] ?? "/usr/bin:/bin")",
        "HOME": driftwatch.place.url.path, "TMPDIR": temporary,
      ])
    let pids = driftwatch.place.path("pids")
    try #require(try await Program.wait { FileManager.default.fileExists(atPath: pids) })
    let started = try String(contentsOfFile: pids, encoding: .utf8).split(separator: " ").map(String.init)
    try #require(started.count == 2)
    command.send(signal)
    let ending = await command.end()
    #expect(ending.code == -signal && ending.text.isEmpty && ending.errors.isEmpty, "\(ending)")
    #expect(try await Program.wait { !started.contains(where: Program.runs) }, "\(started)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test(
    "What cannot be read is one line",
    arguments: [
      ([], 2, "infer needs responses"), (["no-such-file"], 2, "there is no file \"no-such-file\", and no contract"),
      (["crm"], 3, "no recording was found"), (["text"], 2, "text: it is no JSON"),
      (["empty"], 2, "has no .json file"), (["more", "--name", "my type"], 2, "a Swift type name"),
      (["more", "--keys", "snake"], 2, "did you mean snake-case?"),
      (["more", "--domain", "--layout", "nested"], 2, "leave out --layout nested"),
    ] as [([String], Int32, String)])
  func wrong(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    try driftwatch.place.write("no JSON", to: "text")
    try FileManager.default.createDirectory(
      atPath: driftwatch.place.path("empty"), withIntermediateDirectories: true)
    let ending = try await driftwatch.call(
      ["infer"] + arguments, environment: ["DRIFTWATCH_CONTRACTS": driftwatch.place.path("empty")],
      folder: driftwatch.place.path("."))
    #expect(ending.code == code && ending.errors.contains(words), "\(ending)")
    let away = try await driftwatch.call(["infer", server.url("/files/none.json")])
    #expect(away.code == 3 && away.errors.contains("none.json: the status is 404"), "\(away)")
  }
}
