import Foundation
import TestSupport
import Testing

@Suite("What a backtest reads, and what it says of what it cannot read")
struct BacktestInputTests {
  private static let response = #"[{"a":1}]"#

  private func place() throws -> Driftwatch {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(Self.response, to: "a.json")
    try driftwatch.place.write("", to: "empty.json")
    return driftwatch
  }

  /// Runs a line of the shell in which `$B` is the command's backtest.
  private func shell(_ driftwatch: Driftwatch, _ line: String) async throws -> Program.Ending {
    try await Program(
      "/bin/sh", ["-c", "B() { \(driftwatch.shellWords) backtest \"$@\"; }; \(line)"],
      environment: pathOnly, folder: driftwatch.place.url.path
    ).end()
  }

  @Test(
    "Standard input that names no file is exit 2, and so is a file that cannot be read; each says what is wrong",
    arguments: [
      ("B - < /dev/null", "-: standard input named no file"), ("echo | B a.json -", "-: standard input named no file"),
      ("B - <&-", "-: standard input is closed"), ("B - < .", "-: standard input is a folder"),
      ("B a.json gone.json", "cannot read \"gone.json\": there is no such file"),
      ("B a.json .", "cannot read \".\": it is a folder; name its files in order"),
      ("B a.json/x", "cannot read \"a.json/x\": Not a directory"),
      ("ln -s loop loop; B loop", "cannot read \"loop\": Too many levels of symbolic links"),
      ("B \"$(printf 'a\\377.json')\"", "its name seems not to be UTF-8"),
      ("printf 'a.json\\nb\\377.json\\n' | B -", "its name seems not to be UTF-8"),
    ])
  func refused(_ line: String, _ message: String) async throws {
    let ending = try await shell(try place(), line)
    #expect(ending.code == 2 && ending.output.isEmpty, "\(ending)")
    #expect(ending.errors.contains(message) && ending.errors.hasPrefix("driftwatch: "), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test("A file that may not be read is told by the system's reason")
  func denied() async throws {
    let driftwatch = try place()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: driftwatch.place.path("a.json"))
    guard getuid() != 0 else { return }  // who may read everything is refused nothing
    let ending = try await shell(driftwatch, "B a.json")
    #expect(ending.code == 2 && ending.errors.contains("Permission denied; check its permissions"), "\(ending)")
  }

  @Test(
    "Standard input and pipes are files like others",
    arguments: [
      "B a.json /dev/stdin < a.json", "cat a.json | B a.json /dev/stdin",
      "mkfifo pipe; cat a.json > pipe & B a.json pipe",
    ])
  func pipes(_ line: String) async throws {
    let ending = try await shell(try place(), line + " --exit-state")
    #expect(ending.code == 0 && ending.text.hasPrefix("2 files: 2 responses examined"), "\(ending)")
  }

  @Test("An empty file, a device without content and a cut gzip file are never ok, wherever they stand in the order")
  func emptyOrCut() async throws {
    let driftwatch = try place()
    let made = "gzip -c a.json > a.gz; head -c 12 a.gz > cut.gz; : > zero.gz; gzip -c empty.json > empty.gz; "
    for (files, outcomes) in [
      ("empty.json", "1 not_json"), ("/dev/null", "1 not_json"), ("zero.gz", "1 not_json"), ("empty.gz", "1 not_json"),
      ("cut.gz", "1 transport"), ("a.json cut.gz empty.json", "1 not_json · 1 transport"),
      // Across the bounds of what is examined together.
      ("$(yes a.json | head -n 47) cut.gz empty.json", "1 not_json · 1 transport"),
      ("$(yes a.json | head -n 47) cut.gz empty.json $(yes cut.gz | head -n 50)", "1 not_json · 51 transport"),
    ] {
      let ending = try await shell(driftwatch, made + "B \(files) --exit-state")
      #expect(ending.code == 3 && ending.text.contains(outcomes), "\(files): \(ending)")
    }
  }

  @Test("A ledger shows the state that the last file left, also where it was no JSON")
  func lastState() async throws {
    let driftwatch = try place()
    for files in [["a.json", "a.json", "a.json", "empty.json"], ["empty.json", "a.json", "empty.json", "empty.json"]] {
      let ledger = driftwatch.place.path("\(files.joined()).sqlite")
      let ending = try await driftwatch.call(
        ["backtest", "--db", ledger, "--exit-state"] + files.map { driftwatch.place.path($0) })
      #expect(ending.code == 3, "\(ending)")
      let state = try await driftwatch.call("report", "--all", "--exit-state", "--db", ledger)
      #expect(state.code == 3 && state.text.contains("NOT CHECKED"), "\(state)")
      #expect(try await driftwatch.call("store", "verify", "--db", ledger).code == 0)
      // The baseline was written all the same.
      let explained = try await driftwatch.call("explain", "backtest/responses", "--db", ledger)
      let known = files.count { $0 == "a.json" }
      #expect(explained.text.contains("\(known) response\(known == 1 ? "" : "s") in the baseline"), "\(explained.text)")
    }
  }
}
