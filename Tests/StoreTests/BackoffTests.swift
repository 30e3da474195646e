import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@Suite("What waits, and what is known of a URL beside its last check")
struct BackoffTests {
  @Test(
    "A backoff is there for whoever opens the store next, is replaced, and goes with a response",
    arguments: StoreKind.allCases)
  func life(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let later = Samples.start.addingTimeInterval(60)
    try await opened.store.update(
      backoffs: [Backoff(scope: "a", until: later, refusals: 1), Backoff(scope: "b", until: later, refusals: 1)],
      responded: [], now: Samples.start)
    let store = try opened.again()
    #expect(try await store.backoffs()["a"] == Backoff(scope: "a", until: later, refusals: 1))
    let longer = Backoff(scope: "a", until: later.addingTimeInterval(0.25), refusals: 2)
    try await store.update(backoffs: [longer], responded: ["b", "never"], now: Samples.start)
    #expect(try await store.backoffs() == ["a": longer])
    try await store.update(backoffs: [], responded: [], now: .distantFuture)
    #expect(try await store.backoffs() == ["a": longer], "nothing to say, nothing done")
    #expect(try await store.verify() == [])
  }

  @Test(
    "What ended long ago and was never asked for again does not stay for ever; what has just ended does",
    arguments: StoreKind.allCases)
  func forgotten(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let old = Backoff(scope: "old", until: Samples.start, refusals: 4)
    let ended = Backoff(scope: "ended", until: Samples.start.addingTimeInterval(6 * 86_400), refusals: 2)
    try await store.update(backoffs: [old, ended], responded: [], now: Samples.start)
    let now = Samples.start.addingTimeInterval(8 * 86_400)
    try await store.update(backoffs: [Backoff(scope: "new", until: now, refusals: 1)], responded: [], now: now)
    #expect(try await store.backoffs().keys.sorted() == ["ended", "new"])
  }

  @Test(
    "304s in a row are counted up to the next whole response, and a failure moves no time of a response",
    arguments: StoreKind.allCases)
  func notModified(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let url = "https://api.example/products"
    func counted() async throws -> Int? {
      try await store.response(url)?.notModifiedInRow
    }
    try await store.check()
    #expect(try await counted() == 0)
    for number in 1...3 {
      try await store.check(at: Samples.start.addingTimeInterval(Double(number)), digest: nil) { result in
        (result.responses[0].outcome, result.responses[0].status) = (.unchanged, 304)
        result.responses[0].facts = nil
      }
      #expect(try await counted() == number)
    }
    let answered = Samples.start.addingTimeInterval(3)
    #expect(try await store.memory(Samples.products).lastResponseAt == answered)
    try await store.check(at: Samples.start.addingTimeInterval(4), digest: nil) { result in
      (result.responses[0].outcome, result.responses[0].status) = (.outage, 503)
      result.responses[0].facts = nil
    }
    #expect(try await counted() == 0)
    #expect(try await store.memory(Samples.products).lastResponseAt == answered)
    // Equal to the last by its digest: a whole response all the same.
    try await store.check(at: Samples.start.addingTimeInterval(5)) { result in
      result.responses[0].outcome = .unchanged
      result.responses[0].facts = nil
    }
    #expect(try await counted() == 0)
    #expect(try await store.memory(Samples.products).lastResponseAt == Samples.start.addingTimeInterval(5))
  }
}
