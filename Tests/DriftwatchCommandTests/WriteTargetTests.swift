import TestSupport
import Testing

@Suite("Requests that write")
struct WriteTargetTests {
  @Test("are no part of a live round, and one that is named is not passed over in silence")
  func namedWrite() async throws {
    let driftwatch = try Driftwatch()
    let named = try await driftwatch.call("check", "platzi-store/create-product", "--db", driftwatch.ledger)
    #expect(named.code == 3)
    #expect(named.text.contains("recordings only"), "\(named.text)")
  }
}
