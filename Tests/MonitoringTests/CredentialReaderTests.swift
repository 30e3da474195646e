import ContractKit
import Foundation
import TestSupport
import Testing
import System

@testable import Monitoring

@Suite("Credentials")
final class CredentialReaderTests {
  private let folder: URL
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "driftwatch-credentials-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ content: String, mode: Int = 0o600, name: String = "token") throws -> String {
    let path = folder.appending(path: name).path
    try Data(content.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func read(
    _ credential: Credential, isOptional: Bool = false, seconds: Double = 60, _ environment: [String: String] = [:]
  ) throws -> String? {
    var reader = CredentialReader(environment: environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own })
    reader.command.seconds = seconds
    return try reader.credential(for: .bearer(credential, isOptional: isOptional))?.headers([]).first?.value
  }

  private func reason(
    _ credential: Credential, isOptional: Bool = false, seconds: Double = 60, _ environment: [String: String] = [:]
  ) -> String {
    do {
      let value = try read(credential, isOptional: isOptional, seconds: seconds, environment)
      return "no error: \(value ?? "nil")"
    } catch { return "\(error)" }
  }

  @Test(
    "The line end at the end is no part of a secret", arguments: ["canary", "canary\n", "canary\r\n", "canary\n\n"])
  func lineEnds(_ text: String) throws {
    #expect(try read(.file(try file(text))) == "Bearer canary")
    #expect(try read(.environment("T"), ["T": text]) == "Bearer canary")
    #expect(try read(.command(["printf", "%s", text])) == "Bearer canary")
  }

  @Test(
    "A line break inside would begin a header of its own, and is refused",
    arguments: ["canary\nX: 1", "canary\r\nX: 1", "\ncanary"])
  func lineBreaks(_ text: String) throws {
    for isOptional in [true, false] {
      let reasons = [
        reason(.file(try file(text)), isOptional: isOptional),
        reason(.environment("T"), isOptional: isOptional, ["T": text]),
        reason(.command(["printf", "%s", text]), isOptional: isOptional),
      ]
      for reason in reasons { #expect(reason.contains("line break") && !reason.contains("canary"), "\(reason)") }
    }
    #expect(reason(.environment("T"), ["T": "canary\u{7}"]).contains("control character"))
  }

  @Test("A file that everybody can read is refused with the way to mend it; one for the group is not")
  func worldReadable() throws {
    let reader = CredentialReader(environment: [:])
    let path = try file("canary", mode: 0o644)
    for isOptional in [true, false] {
      let error = #expect(throws: CredentialReader.Unreadable.self) {
        try reader.credential(for: .bearer(.file(path), isOptional: isOptional))
      }
      #expect(error?.description == "file \(path) can be read by everybody and is not used: chmod 600 \(path)")
    }
    let own = try file("canary", mode: 0o440, name: "own")
    #expect(try reader.credential(for: .bearer(.file(own)))?.headers([]).first?.value == "Bearer canary")
  }

  @Test("A file is read anew each time, so that a rotated secret is taken up")
  func rotation() throws {
    let path = try file("first")
    let reader = CredentialReader(environment: [:])
    let authorization = Authorization.header("X-Api-Key", .file(path))
    #expect(try reader.credential(for: authorization)?.headers([]).first?.value == "first")
    try Data("second\n".utf8).write(to: URL(filePath: path))
    #expect(try reader.credential(for: authorization)?.headers([]).first?.value == "second")
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: CredentialReader.Unreadable.self) { try reader.credential(for: authorization) }
  }

  @Test("What is not there is nothing where it is optional, and named where it is not")
  func missing() throws {
    for credential in [
      .environment("NONE"), .file("/nowhere/token"), .credential("token"), .credential("../etc/passwd"),
      .command(["false"]), .command(["true"]), .command(["/nowhere/program"]), .command([]),
    ] as [Credential] {
      #expect(try read(credential, isOptional: true) == nil)
      let reason = reason(credential)
      #expect(reason.hasPrefix("no credential: ") && !reason.contains("\n"), "\(reason)")
    }
    #expect(reason(.environment("EMPTY"), ["EMPTY": ""]).contains("EMPTY"))
    #expect(reason(.file("/")).contains("is no regular file"))
  }

  /// A way to send a credential, with what becomes of a request.
  struct Sent: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let authorization: Authorization
    var url = "https://a.example/v1?limit=5#part"
    var headers: [Field] = []
    let sentURL: String
    let sentHeaders: [Field]
  }

  static let ways: [Sent] = [
    Sent(
      testDescription: "query item behind others", authorization: .queryItem("api_key", .environment("T")),
      sentURL: "https://a.example/v1?limit=5&api_key=a%26b%3D%2F%20c", sentHeaders: []),
    Sent(
      testDescription: "query item where there is none", authorization: .queryItem("key", .environment("T")),
      url: "https://a.example", sentURL: "https://a.example?key=a%26b%3D%2F%20c", sentHeaders: []),
    Sent(
      testDescription: "query item in place of one that a link repeats",
      authorization: .queryItem("api key", .environment("T")), url: "https://a.example/v1?api%20key=old&page=2",
      sentURL: "https://a.example/v1?page=2&api%20key=a%26b%3D%2F%20c", sentHeaders: []),
    Sent(
      testDescription: "password", authorization: .basic(user: "anna", password: .environment("T")),
      sentURL: "https://a.example/v1?limit=5#part",
      sentHeaders: [Field(name: "Authorization", value: "Basic YW5uYTphJmI9LyBj")]),
    Sent(
      testDescription: "cookie beside others", authorization: .cookie("session", .environment("C")),
      headers: [Field(name: "cookie", value: "a=1")], sentURL: "https://a.example/v1?limit=5#part",
      sentHeaders: [Field(name: "cookie", value: "a=1; session=abcdef")]),
  ]

  @Test("A credential stands where the contract says", arguments: ways)
  func placement(_ way: Sent) throws {
    let reader = CredentialReader(environment: ["T": "a&b=/ c", "C": "abcdef"])
    let sent = try #require(try reader.credential(for: way.authorization))
    #expect(sent.url(way.url) == way.sentURL)
    #expect(sent.headers(way.headers) == way.sentHeaders)
  }

  @Test("What no cookie can hold is refused", arguments: ["a;b", "a b", "\"a\"", "a,b", "é"])
  func cookies(_ text: String) throws {
    let reader = CredentialReader(environment: ["T": text])
    let error = #expect(throws: CredentialReader.Unreadable.self) {
      try reader.credential(for: .cookie("session", .environment("T")))
    }
    #expect(error?.description.contains("no cookie can have") == true)
  }

  @Test("A credential of systemd is a file of its folder")
  func systemd() throws {
    _ = try file("canary", mode: 0o400, name: "api")
    #expect(try read(.credential("api"), ["CREDENTIALS_DIRECTORY": folder.path]) == "Bearer canary")
  }

  @Test("A command gets the environment and no shell; its exit code, its time and its output are bounds")
  func commands() throws {
    #expect(try read(.command(["sh", "-c", "printf %s \"$T\""]), ["T": "canary; $HOME"]) == "Bearer canary; $HOME")
    #expect(try read(.command(["sh", "-c", "echo canary > /dev/stdout"])) == "Bearer canary")
    #expect(
      reason(.command(["sh", "-c", "echo canary; exit 3"])) == "no credential: command sh ended with exit code 3")
    #expect(reason(.command(["sh", "-c", "echo canary; kill -9 $$"])).hasSuffix("was ended by signal 9"))
    #expect(reason(.command(["sh", "-c", "yes canary"])).hasSuffix("printed more than 65536 bytes and was ended"))
    // What it leaves in the background keeps its output open, and is ended with it.
    #expect(try read(.command(["sh", "-c", "sleep 3600 & echo canary"])) == "Bearer canary")
  }

  @Test("A command that takes too long is ended with all that it started, optional or not", .timeLimit(.minutes(5)))
  func slowCommand() async throws {
    let mark = "0.\(Int.random(in: 10_000_000...99_999_999))"
    for isOptional in [true, false] {
      let script = "trap '' TERM; sleep 600\(mark) & sleep 600\(mark); echo canary"
      let reason = reason(.command(["sh", "-c", script]), isOptional: isOptional, seconds: 1)
      #expect(reason == "no credential: command sh took longer than 1 s and was ended")
    }
    // A signal is delivered when its process runs next, so the end is awaited.
    #expect(try await Program.wait(seconds: 60) { try !isRunning("600\(mark)") })
  }

  /// Whether a process has `word` among its arguments; one that has ended has none.
  private func isRunning(_ word: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
      Int(name) != nil
        && (try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8))?.contains(word) == true
    }
  }
}
