/// What the command line asks for.
struct Options {
  enum Command {
    case compare
    /// One contender of one pack, again and again.
    case profile(pack: String, contender: String)
    /// A process that measures its own peak.
    case peak(PeakMemory.Work, file: String)
    case help
  }

  var command = Command.compare
  var rounds = 5
  /// Least user CPU per sample, and the time that `profile` runs.
  var seconds: Double?
  var filters: [String] = []
  var jsonFile: String?
  var corpus: String?

  static let usage = """
    usage: benchmarks [--rounds N] [--seconds S] [--filter TEXT]... [--corpus DIR] [--json FILE]
           benchmarks profile PACK/CONTENDER [--seconds S] [--corpus DIR]
      --rounds N      samples of each contender, at least 5 (default 5)
      --seconds S     least user CPU of a sample (default 0.25), or how long to profile (10)
      --filter TEXT   packs and contenders as PACK/CONTENDER that hold TEXT, or "memory"
      --corpus DIR    a folder with pokeapi/<date>/…; default $DRIFTWATCH_CORPUS, else
                      the repository's recordings
      --json FILE     all samples
    """

  init(_ arguments: [String], environment: [String: String]) throws(BenchmarkError) {
    corpus = environment["DRIFTWATCH_CORPUS"].flatMap { $0.isEmpty ? nil : $0 }
    var rest = arguments[...]
    func value(_ option: String) throws(BenchmarkError) -> String {
      guard let value = rest.popFirst() else { throw .usage("\(option) needs a value\n\(Self.usage)") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--rounds":
        guard let number = Int(try value(argument)), number >= 5 else { throw .usage("--rounds needs a number from 5") }
        rounds = number
      case "--seconds":
        guard let number = Double(try value(argument)), number > 0 else { throw .usage("--seconds needs a number") }
        seconds = number
      case "--filter": filters.append(try value(argument))
      case "--json": jsonFile = try value(argument)
      case "--corpus": corpus = try value(argument)
      case "--help", "-h": command = .help
      case "profile":
        let parts = try value("profile").split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw .usage("profile needs PACK/CONTENDER, such as records/traced-keys") }
        command = .profile(pack: parts[0], contender: parts[1])
      case PeakMemory.argument:
        let name = try value(argument)
        guard let work = PeakMemory.Work(rawValue: name) else { throw .usage("no such work: \(name)") }
        command = .peak(work, file: try value(argument))
      default: throw .usage("unknown argument \(argument)\n\(Self.usage)")
      }
    }
  }

  /// Whether something of that name is asked for.
  func includes(_ name: String) -> Bool { filters.isEmpty || filters.contains { name.contains($0) } }
}
