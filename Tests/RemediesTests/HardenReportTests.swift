import DriftModel
import Testing

@Suite("What hardening reports of several versions")
struct HardenReportTests {
  @Test("Versions that were not looked at for one reason stand in one line, each reason in one of its own")
  func notes() {
    var report = HardenReport()
    report.note(
      EndpointID(contract: "shop", endpoint: "orders"),
      [("v1", "no mapping"), ("v2", "no recording that it reads"), ("v3", "no mapping")])
    report.note(EndpointID(contract: "shop", endpoint: "users"), [])
    #expect(
      report.notes == [
        "shop/orders v1, v3: no mapping; not looked at", "shop/orders v2: no recording that it reads; not looked at",
      ])
  }
}
