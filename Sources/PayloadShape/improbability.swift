import Foundation

/// How probable it was to see something at least `count` times in `total` trials, after `history` trials without it.
///
/// The rate of what was never seen is unknown, so every rate counts as equally likely beforehand (Beta(1, 1)); the
/// history makes low ones likely. Where all trials show it this is `1 / C(history + count + 1, count)`, so one surprise
/// after 98 quiet trials has probability 1/100. Trials count as independent of each other.
///
/// - Returns: From 1 (`count` is 0) down to 1e-300; small means surely a change.
func improbability(of count: Int, in total: Int, after history: Int) -> Double {
  // The rate is distributed like the least of `history + 1` uniform draws; at least `count` of the trials fall below it
  // exactly if the `count` least of all draws are trials. That product has two forms, with one factor for each of
  // `count` or of `history + 1`.
  let seen = Double(max(count, 0))
  let trials = max(Double(total), seen)
  let draws = Double(max(history, 0)) + 1
  var probability = 1.0
  if min(seen, draws) > 10_000 {
    let logarithm = lgamma(trials + 1) - lgamma(trials - seen + 1) + lgamma(trials + draws - seen + 1)
    probability = min(1, exp(logarithm - lgamma(trials + draws + 1)))
  } else if seen <= draws {
    for index in 0..<Int(seen) { probability *= (trials - Double(index)) / (trials + draws - Double(index)) }
  } else {
    for index in 1...Int(draws) { probability *= (trials - seen + Double(index)) / (trials + Double(index)) }
  }
  return max(probability, 1e-300)
}
