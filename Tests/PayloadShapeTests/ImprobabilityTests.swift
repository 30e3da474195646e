import Testing

@testable import PayloadShape

@Test(
  "Improbability is the Beta(1, 1) predictive tail",
  arguments: [
    (0, 5, 100, 1.0),
    (1, 1, 0, 0.5),
    (1, 1, 98, 0.01),
    (2, 2, 1, 1.0 / 6),  // 1 / C(4, 2)
    (1, 3, 1, 0.6),  // 1 - P(none of 3 after 1) = 1 - 2/5
    (2, 3, 0, 0.5),
    (20, 20, 20, 1 / 269_128_937_220.0),  // 1 / C(41, 20)
  ])
func improbabilities(_ count: Int, _ total: Int, _ history: Int, _ expected: Double) {
  let actual = improbability(of: count, in: total, after: history)
  #expect(abs(actual - expected) <= expected * 1e-9)
}

@Test("Improbability stays a positive number for any counts")
func extremeImprobabilities() {
  let values = [0, 1, 1000, Tally.limit]
  for count in values {
    for total in values {
      for history in values {
        let value = improbability(of: count, in: total, after: history)
        #expect(value > 0 && value <= 1)
      }
    }
  }
}
