import Foundation
import Reporting
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("Files that reports are written to")
struct OutputFileTests {
  @Test("Two ways to one place are one file, also before it exists")
  func sameness() throws {
    let place = try TemporaryPlace()
    let manager = FileManager.default
    try manager.createDirectory(atPath: place.path("folder"), withIntermediateDirectories: true)
    try place.write("old", to: "there.json")
    for (link, destination) in [
      ("linked-folder", "folder"), ("dangling", "folder/new.json"), ("twice", "dangling"), ("linked", "there.json"),
      ("round", "round"),
    ] {
      try manager.createSymbolicLink(atPath: place.path(link), withDestinationPath: destination)
    }
    func isSame(_ one: String, _ other: String) -> Bool {
      OutputFile(format: ReportFormat.json, path: place.path(one)).isSame(
        as: OutputFile(format: .text, path: place.path(other)))
    }
    for (one, other) in [
      ("folder/new.json", "linked-folder/new.json"), ("folder/new.json", "dangling"),
      ("twice", "linked-folder/new.json"),
      ("folder/../new.json", "./new.json"), ("there.json", "linked"), ("round", "round"), ("no/x", "no/x"),
    ] { #expect(isSame(one, other) && isSame(other, one), "\(one) \(other)") }
    for (one, other) in [
      ("folder/new.json", "new.json"), ("dangling", "linked"), ("there.json", "THERE.json"), ("no/x", "folder/x"),
    ] { #expect(!isSame(one, other) && !isSame(other, one), "\(one) \(other)") }
  }

  @Test("A ledger behind a link is known before it exists")
  func ledgerToCome() throws {
    let place = try TemporaryPlace()
    try FileManager.default.createDirectory(atPath: place.path("folder"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "folder")
    try FileManager.default.createSymbolicLink(atPath: place.path("dangling"), withDestinationPath: "folder/a.db")
    for ledger in ["folder/a.db", "link/a.db", "dangling"] {
      for path in ["folder/a.db", "link/a.db", "dangling", "link/a.db-wal"] {
        let file = OutputFile(format: ReportFormat.json, path: place.path(path))
        #expect(file.isPart(ofLedger: place.path(ledger)), "\(path) \(ledger)")
      }
      #expect(
        !OutputFile(format: ReportFormat.json, path: place.path("link/b.db")).isPart(ofLedger: place.path(ledger)))
    }
  }

  @Test("A link to nothing stays a link, and what it names is written")
  func danglingLink() throws {
    let place = try TemporaryPlace()
    try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "new.json")
    let file = OutputFile(format: ReportFormat.json, path: place.path("link"))
    try file.check()
    try file.write("{}")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path("link")) == "new.json")
    #expect(try String(contentsOfFile: place.path("new.json"), encoding: .utf8) == "{}")
  }
}
