import Foundation
import TestSupport
import Testing

/// A break that nobody has heard of is fetched once more before it is told.
@Suite("The second look at a first break")
struct ConfirmationTests {
  /// A server that responds in turn, and rounds over it.
  private struct Scene {
    let driftwatch: Driftwatch
    let server: HostileServer

    init(_ responses: [String]) throws {
      driftwatch = try Driftwatch(.quick)
      for (index, response) in responses.enumerated() {
        try driftwatch.place.write(response, to: "served/people/\(index + 1).json")
      }
      server = try HostileServer(files: driftwatch.place.path("served"))
    }

    func round(_ options: String...) async throws -> Program.Ending {
      try await driftwatch.call(
        ["check", "quick/people", "--base-url", "quick=\(server.url("/turns"))", "--db", driftwatch.ledger] + options)
    }

    func requests() throws -> Int { try server.requests(under: "/turns").count }
  }

  @Test("A response that breaks, and a second one that does not: both count, and the report says 1 of 2")
  func disagreeing() async throws {
    let scene = try Scene([People.first, People.withoutName, People.first, People.withAge])
    #expect(try await scene.round().code == 0)
    let broken = try await scene.round()
    #expect(broken.code == 1)
    #expect(broken.text.contains("1 of 2 "), "\(broken.text)")
    #expect(try scene.requests() == 3)
    // The next response is good and is asked for once.
    let good = try await scene.round()
    #expect(good.code == 0 && good.text.contains("RESOLVED"), "\(good.text)")
    #expect(try scene.requests() == 4)
  }

  @Test("A response that breaks again says nothing new; one that is known to be broken is asked for once")
  func agreeing() async throws {
    let scene = try Scene([People.first] + Array(repeating: People.withoutName, count: 4))
    #expect(try await scene.round().code == 0)
    for (asked, news) in [(3, true), (4, false)] {
      let broken = try await scene.round()
      #expect(broken.code == 1 && broken.text.contains(" NEW ") == news, "\(broken.text)")
      #expect(broken.text.contains("BREAKING") && broken.text.contains("v1"), "\(broken.text)")
      #expect(!broken.text.contains(" of 2 "), "\(broken.text)")
      #expect(try scene.requests() == asked)
    }
  }

  @Test("A second response that cannot be used leaves the first one's break as it is")
  func unusable() async throws {
    for second in ["<html>", #"[{"id":"#, "[]"] {
      let scene = try Scene([People.first, People.withoutName, second])
      #expect(try await scene.round().code == 0)
      let broken = try await scene.round()
      #expect(broken.code == 1, "\(second): \(broken.text)")
      #expect(broken.text.hasPrefix("BREAKING"), "\(second): \(broken.text)")
    }
  }

  @Test("A response that decodes is never asked for twice, whatever changed in it")
  func harmless() async throws {
    let scene = try Scene([People.first, People.withAge, People.withoutEmail])
    for asked in 1...3 {
      _ = try await scene.round("--quiet")
      #expect(try scene.requests() == asked)
    }
  }
}
