import Foundation
import JSONDocument
import Testing
import TracingDecoder

@Suite("Failures put into valid payloads are found, and no others")
struct InjectionTests {
  @Test("Two to six independent failures in payloads of every type", arguments: [21, 22])
  func independentFailures(_ seed: UInt64) {
    var injector = FailureInjector(seed: seed)
    let report = injector.run(documents: 250)
    #expect(report.documents == 250)
    #expect(report.problems.isEmpty, "\(report.problems.prefix(3).joined(separator: "\n"))")
  }
}
