import DriftModel
import System
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

  @Test("An edit that two endpoints share stands in the patch once")
  func sharedEdits() {
    let patch = UnifiedDiff.patch(from: "let a: Int\n", to: "let a: Int?\n", name: "A.swift")
    var report = HardenReport()
    for endpoint in ["orders", "users"] {
      var version = HardenedVersion(
        contract: "shop", endpoint: endpoint, version: VersionInfo(id: "v1"), risks: [])
      version.patch = patch
      report.versions.append(version)
    }
    #expect(report.patch == patch && report.unmerged.isEmpty)
    report.versions[1].patch = UnifiedDiff.patch(from: "let a: Int\n", to: "let a: Double\n", name: "A.swift")
    #expect(report.patch == patch && report.unmerged.map(\.endpoint) == ["users"])
  }
}
