import Foundation

/// Holds the stated rates against simulated APIs; see `docs/evidence.md`. Prints tables; exit code 1 if a kind of finding is told falsely more
/// often than once in 100,000 responses, or a delay is longer than promised.
///
/// `evidence-trials [--responses N] [--seed S] [--mapped] [--lives N,N…] [--forms F,F…]`: N responses of steady APIs (1,000,000) that nobody reads, then
/// the delays of real changes; with `--mapped` of APIs that a version maps, many of them young. With `--lives` of APIs that live for so
/// many responses each, without the delays; with `--forms` of these forms only.
var responses = 1_000_000
var seed: UInt64 = 1
var isMapped = false
var wantedLives: [Int]?
var wantedForms = SteadyAPI.Form.allCases
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  if word == "--mapped" {
    isMapped = true
    continue
  }
  switch (word, words.popFirst()) {
  case ("--responses", let value?) where (Int(value) ?? 0) >= 1000: responses = Int(value) ?? responses
  case ("--seed", let value?) where UInt64(value) != nil: seed = UInt64(value) ?? seed
  case ("--lives", let value?) where value.split(separator: ",").allSatisfy({ (Int($0) ?? 0) > 0 }):
    wantedLives = value.split(separator: ",").compactMap { Int($0) }
  case ("--forms", let value?)
  where value.split(separator: ",").allSatisfy({ SteadyAPI.Form(rawValue: "\($0)") != nil }):
    wantedForms = value.split(separator: ",").compactMap { SteadyAPI.Form(rawValue: "\($0)") }
  default:
    FileHandle.standardError.write(
      Data("evidence-trials [--responses N] [--seed S] [--mapped] [--lives N,N...] [--forms F,F...]\n".utf8))
    exit(2)
  }
}

/// Lifetimes of the simulated APIs in responses: of those that nobody reads, and of those that a version maps.
let lifetimes = [100, 300, 1000, 3000, 10_000]
let mappedLifetimes = [2, 5, 20, 100, 1000, 10_000]

struct Row: Sendable {
  var name: String
  var responses = 0
  var endpoints = 0
  var findings: [String] = []
  /// Those among the first twenty responses of an API's life.
  var youngFindings = 0
  var youngResponses = 0
}

/// Runs `work` for each item on all processors; results in order.
func inParallel<Item: Sendable, Output: Sendable>(
  _ items: [Item], _ work: @escaping @Sendable (Item) async throws -> Output
)
  async throws -> [Output]
{
  try await withThrowingTaskGroup(of: (Int, Output).self) { group in
    var results: [Int: Output] = [:]
    var next = 0
    func add() {
      guard next < items.count else { return }
      let (index, item) = (next, items[next])
      next += 1
      group.addTask { (index, try await work(item)) }
    }
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { add() }
    while let (index, output) = try await group.next() {
      results[index] = output
      add()
    }
    return items.indices.compactMap { results[$0] }
  }
}

let (first, areMapped) = (seed, isMapped)
let lives = wantedLives ?? (areMapped ? mappedLifetimes : lifetimes)
// A URL that nobody reads has one response; samples and links are of contracts.
let forms = wantedForms.filter { areMapped || $0 != .samples }
let share = responses / (forms.count * lives.count)
let plans = forms.flatMap { form in lives.map { (form, $0) } }
let rows = try await inParallel(plans) { plan -> Row in
  let (form, lifetime) = plan
  var row = Row(name: "\(form.rawValue), \(lifetime) responses each")
  while row.responses < share {
    let api = SteadyAPI(form: form, seed: first &+ UInt64(lifetime), index: row.endpoints)
    let result = try await EvidenceTrial.steady(
      api, responses: min(lifetime, max(1, share - row.responses)), isMapped: areMapped)
    row.responses += result.responses
    row.youngResponses += min(20, result.responses)
    row.youngFindings += result.falseFindings.count { $0.response <= 20 }
    let number = row.endpoints
    row.findings += result.falseFindings.map {
      "\($0.rule) \($0.path) at response \($0.response) of endpoint \(number): \($0.message)"
    }
    row.endpoints += 1
  }
  return row
}
let total = rows.reduce(0) { $0 + $1.responses }
let found = rows.reduce(0) { $0 + $1.findings.count }
print("False findings at warning or above, nothing having changed")
for row in rows {
  print("  \(row.name): \(row.findings.count) in \(row.responses) responses of \(row.endpoints) endpoints")
  for text in row.findings.prefix(20) { print("    \(text)") }
}
let byRule = Dictionary(grouping: rows.flatMap(\.findings)) { $0.prefix { $0 != " " } }
for (rule, findings) in byRule.sorted(by: { $0.key < $1.key }) { print("  \(rule): \(findings.count)") }
func rate(_ found: Int) -> Double { Double(found) * 100_000 / Double(max(1, total)) }
let isTooOften = byRule.values.contains { rate($0.count) > 1 }
let young = rows.reduce(0) { $0 + $1.youngFindings }
let youngResponses = rows.reduce(0) { $0 + $1.youngResponses }
print("  in the first twenty responses of a life: \(young) in \(youngResponses)")
print("  together \(found) in \(total) responses: \((rate(found) * 100).rounded() / 100) in 100,000")

func quantile(_ part: Double, _ waits: [Int?]) -> String {
  let reported = waits.compactMap(\.self).sorted()
  let index = Int((Double(waits.count) * part).rounded(.up)) - 1
  return index < reported.count ? "\(reported[index])" : "over 100"
}
guard wantedLives == nil else { exit(isTooOften ? 1 : 0) }
guard !areMapped else {
  print(
    "Responses until it is reported that numbers are ten times larger: median, 95th of 100, not reported within 100")
  let plans = forms.flatMap { form in
    [20, 100, 300].flatMap { history in ["member0", "member0IsLow"].map { (form, history, $0) } }
  }
  let waits = try await inParallel(plans) { plan in
    var waits: [Int?] = []
    for index in 0..<40 {
      let api = SteadyAPI(form: plan.0, seed: first &+ 177, index: index)
      waits.append(try await EvidenceTrial.shift(api, after: plan.1, of: plan.2, limit: 100))
    }
    return waits
  }
  for (plan, wait) in zip(plans, waits) {
    let what = plan.2 == "member0" ? "their range" : "a flag of them, true in two fifths before"
    let missed = wait.count { $0 == nil }
    print(
      "  \(plan.0.rawValue), after \(plan.1) responses, \(what): \(quantile(0.5, wait)), \(quantile(0.95, wait)), \(missed) of \(wait.count)"
    )
  }
  exit(isTooOften ? 1 : 0)
}
print(
  "Responses until a member that was always there and goes missing is reported: median, 95th of 100, not reported within 100"
)
struct Delay: Sendable {
  var form: SteadyAPI.Form
  var history: Int
  var share: Double
  var isOfRecords = false
}
let histories = [20, 100, 300, 1000]
let delays =
  forms.flatMap { form in
    histories.flatMap { history in [0.1, 0.5, 1].map { Delay(form: form, history: history, share: $0) } }
  }
  + histories.flatMap { history in
    [0.01, 0.05, 0.2].map { Delay(form: .freshList, history: history, share: $0, isOfRecords: true) }
  }
let waits = try await inParallel(delays) { plan in
  var delays: [Int?] = []
  for index in 0..<60 {
    let api = SteadyAPI(form: plan.form, seed: first &+ 77, index: index)
    delays.append(
      try await EvidenceTrial.change(
        api, after: plan.history, share: plan.share, isOfRecords: plan.isOfRecords, limit: 100
      ).delay)
  }
  return delays
}
var isLate = false
for (plan, wait) in zip(delays, waits) {
  let missed = wait.count { $0 == nil }
  print(
    "  \(plan.form.rawValue), after \(plan.history) responses, missing from \(Int(plan.share * 100)) %\(plan.isOfRecords ? " of the records" : ""): \(quantile(0.5, wait)), \(quantile(0.95, wait)), \(missed) of \(wait.count)"
  )
  if plan.history >= 1000, missed > wait.count / 20 { isLate = true }
}
exit(isTooOften || isLate ? 1 : 0)
