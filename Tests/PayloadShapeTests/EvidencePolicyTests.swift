import Foundation
import Testing

@testable import PayloadShape

@Suite("How surprising something is")
struct EvidencePolicyTests {
  private let policy = EvidencePolicy.standard
  private var span: Double { log(1 / policy.rarestRate) }

  @Test(
    "Where every trial shows it, the surprise is 1 / (m C(n + m, m)) over the span of rates",
    arguments: [(1, 0), (1, 20), (2, 20), (3, 100), (20, 20), (5, 1000)])
  func closedForm(_ count: Int, _ history: Int) {
    let choices = exp(
      lgamma(Double(history + count + 1)) - lgamma(Double(count + 1)) - lgamma(Double(history + 1)))
    let expected = min(1, 1 / (Double(count) * choices * span))
    let actual = policy.surprise(Double(count), of: Double(count), after: Double(history))
    #expect(abs(actual - expected) <= expected * 1e-6)
  }

  @Test(
    "It is the predictive tail of a rate whose logarithm is equally distributed",
    arguments: [(1, 5, 50), (2, 5, 50), (3, 20, 100), (10, 100, 300), (1, 20, 1000)])
  func predictiveTail(_ count: Int, _ total: Int, _ history: Int) {
    // The integral over q from 0 to 1 of q^-1 (1 - q)^history P(Binomial(total, q) >= count), by the trapezoid rule in log q.
    var integral = 0.0
    let step = 0.001
    var logarithm = -18.0
    while logarithm < 0 {
      let q = exp(logarithm)
      var tail = 0.0
      for j in count...total {
        let choices = exp(lgamma(Double(total + 1)) - lgamma(Double(j + 1)) - lgamma(Double(total - j + 1)))
        tail += choices * pow(q, Double(j)) * pow(1 - q, Double(total - j))
      }
      integral += pow(1 - q, Double(history)) * tail * step
      logarithm += step
    }
    let actual = policy.surprise(Double(count), of: Double(total), after: Double(history))
    #expect(abs(actual * span - integral) < integral * 0.01)
  }

  @Test("More of it, or a longer history without it, is never less surprising; no count gives nonsense")
  func monotone() {
    for history in [0.0, 1, 10, 1000, 1e9] {
      var last = 1.0
      for count in stride(from: 0.25, through: 40, by: 0.25) {
        let here = policy.surprise(count, of: 40, after: history)
        #expect(here >= 0 && here <= 1 && here <= last + 1e-12)
        #expect(policy.surprise(count, of: 40, after: history * 2 + 1) <= here + 1e-12)
        last = here
      }
    }
    for odd in [Double.nan, .infinity, -1] { #expect(policy.surprise(odd, of: odd, after: odd) == 1) }
  }

  @Test("Distinct values are counted exactly while they are few, and estimated where they are many")
  func distinctValues() {
    for count in [0, 1, 15, 500, 20_000] {
      var sketch = ValueSketch()
      for value in 0..<count {
        var text = "value \(value)"
        sketch.insert(text.withUTF8 { ValueSketch.hash($0) })
      }
      let estimate = sketch.distinctEstimate
      #expect(count < 16 ? estimate == Double(count) : abs(log(estimate / Double(count))) < 0.9)
    }
  }
}
