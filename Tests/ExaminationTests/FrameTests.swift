import Foundation
import Testing

@testable import Examination

@Suite("Frames")
struct FrameTests {
  @Test("are cut out of bytes that come in pieces of any size", arguments: [1, 3, 5, 1000])
  func pieces(_ size: Int) throws {
    let texts = ["a", "", "something longer", String(repeating: "z", count: 3000)]
    let bytes = try texts.flatMap { try Frame.encode([$0]) }
    var reader = FrameReader()
    var frames: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      while let frame = try reader.next() { frames.append(frame) }
    }
    #expect(try frames.map { try FrameDecoder.decode([String].self, from: $0) } == texts.map { [$0] })
  }

  @Test("that are too long are refused")
  func tooLong() {
    var reader = FrameReader()
    reader.append([0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: FrameReader.TooLong.self) { try reader.next() }
  }
}

struct ProcessEnding: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let status: Int32
  var diagnostics = ""
  let reason: String
}

@Test(
  "The reason of a crash is one line with the message of the Swift runtime",
  arguments: [
    ProcessEnding(testDescription: "exit", status: 3 << 8, reason: "the code ended the process itself with exit(3)"),
    ProcessEnding(
      testDescription: "a trap", status: 4, diagnostics: "noise\nApp/File.swift:12: Fatal error: Index out of range\n",
      reason: "SIGILL (a Swift trap): Index out of range"),
    ProcessEnding(
      testDescription: "a precondition", status: 5, diagnostics: "File.swift:1: Precondition failed: not empty\nmore",
      reason: "SIGTRAP (a Swift trap): not empty"),
    ProcessEnding(
      testDescription: "a trap without a message", status: 4, diagnostics: "File.swift:1: Assertion failed",
      reason: "SIGILL (a Swift trap): Assertion failed"),
    ProcessEnding(
      testDescription: "a long message with what moves a cursor", status: 6,
      diagnostics: "Fatal error: \u{1B}[2J " + String(repeating: "word ", count: 60),
      reason: "SIGABRT:  [2J " + String(repeating: "word ", count: 31) + "…"),
    ProcessEnding(testDescription: "an unusual signal", status: 31, reason: "signal 31"),
  ])
func endingsAreDescribedInOneLine(_ ending: ProcessEnding) {
  #expect(reasonOfCrash(status: ending.status, diagnostics: Array(ending.diagnostics.utf8)) == ending.reason)
}

@Test("What the system kills is neither a crash nor an interruption")
func killingIsNoCrash() {
  #expect(WorkerEnding.ofProcess(status: SIGKILL, diagnostics: []) == .killed)
}

@Test("A signal that people and service managers send does not count as a crash", arguments: [1, 2, 3, 15])
func interruptionsAreNoCrashes(_ signal: Int32) {
  #expect(WorkerEnding.ofProcess(status: signal, diagnostics: []) == .interrupted)
}
