import DecoderTrials
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
if words.contains("--help") || words.contains("help") {
  print(TrialArguments.help)
  exit(0)
}
let arguments: TrialArguments
do {
  arguments = try TrialArguments(words)
} catch {
  FileHandle.standardError.write(Data("decoder-trials: \(error.text)\n".utf8))
  exit(2)
}

let report = TrialReport()
switch arguments.run {
case .differential:
  var trial = DifferentialTrial(seed: arguments.seed)
  if let index = arguments.index {
    trial.run(pair: index)
  } else {
    var index = 0
    while arguments.seconds.map({ report.seconds < $0 }) ?? (index < arguments.count) {
      trial.run(pair: index)
      index += 1
      if index.isMultiple(of: 256) { report.progress(index, "pairs") }
    }
  }
  report.endProgress()
  report.print(trial, seed: arguments.seed)
  exit(trial.tally.disagreementCount == 0 ? 0 : 1)
case .injection:
  var injector = FailureInjector(seed: arguments.seed)
  injector.run(documents: arguments.count) { report.progress($0, "documents") }
  report.endProgress()
  report.print(injector.report, seed: arguments.seed)
  exit(injector.report.problemCount == 0 && injector.report.documents == arguments.count ? 0 : 1)
case .hostile:
  var problems = 0
  for trial in HostileTrial.all {
    let problem = trial.problem(1)
    problems += problem == nil ? 0 : 1
    report.print(trial, problem)
  }
  exit(problems == 0 ? 0 : 1)
}
