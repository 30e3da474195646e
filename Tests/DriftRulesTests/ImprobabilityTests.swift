import Foundation
import Testing

@testable import DriftRules

@Suite("Probabilities of what a steady API shows")
struct ImprobabilityTests {
  private var span: Double { log(1 / EvidencePolicy.rarestRate) }

  @Test(
    "Where every trial shows it, its probability is 1 / (m C(n + m, m)) over the span of rates",
    arguments: [(1, 0), (1, 20), (2, 20), (3, 100), (20, 20), (5, 1000)])
  func closedForm(_ count: Int, _ history: Int) {
    let choices = exp(
      lgamma(Double(history + count + 1)) - lgamma(Double(count + 1)) - lgamma(Double(history + 1)))
    let expected = min(1, 1 / (Double(count) * choices * span))
    let actual = Improbability.ofFirst(Double(count), of: Double(count), after: Double(history))
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
    let actual = Improbability.ofFirst(Double(count), of: Double(total), after: Double(history))
    #expect(abs(actual * span - integral) < integral * 0.01)
  }

  @Test("More of it, or a longer history without it, is never more probable; no count gives nonsense")
  func monotone() {
    for history in [0.0, 1, 10, 1000, 1e9] {
      var last = 1.0
      for count in stride(from: 0.25, through: 40, by: 0.25) {
        let here = Improbability.ofFirst(count, of: 40, after: history)
        #expect(here >= 0 && here <= 1 && here <= last + 1e-12)
        #expect(Improbability.ofFirst(count, of: 40, after: history * 2 + 1) <= here + 1e-12)
        last = here
      }
    }
    for odd in [Double.nan, .infinity, -1] { #expect(Improbability.ofFirst(odd, of: odd, after: odd) == 1) }
  }

  @Test("The tail of a habit is the sum of its terms, and large counts cost neither time nor precision")
  func tails() {
    // Beta-binomial with n = 2 after 1 of 4: a = 2, b = 4; P(2) = B(4, 4) / B(2, 4) = (1/140) / (1/20) = 1/7.
    #expect(abs(Improbability.ofMore(2, of: 2, after: 1, of: 4) - 1.0 / 7) < 1e-12)
    // P(1) + P(2) = 1 - B(2, 6) / B(2, 4) = 1 - (1/42) / (1/20) = 22/42.
    #expect(abs(Improbability.ofMore(1, of: 2, after: 1, of: 4) - 22.0 / 42) < 1e-12)
    #expect(Improbability.ofMore(70_000, of: 100_000, after: 500_000, of: 1_000_000) < 1e-100)
    #expect(Improbability.ofMore(3, of: 24, after: 12, of: 96) == 1)  // no more than is to be expected
    #expect(Improbability.ofMore(0, of: 24, after: 0, of: 48) == 1)
    let near = Improbability.ofMore(50_200, of: 100_000, after: 500_000, of: 1_000_000)
    #expect(near > 0.05 && near < 0.2)
  }
}
