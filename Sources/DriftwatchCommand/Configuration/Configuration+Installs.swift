import ContractKit
import DriftModel
import JSONDocument
import System

extension Configuration {
  /// The shares of a contract's versions, as they stand in the configuration and where else they are.
  struct Installs: Sendable, Equatable {
    /// Shares in percent, by version, and their day.
    struct Shares: Sendable, Equatable {
      var shares: [String: SettingValue] = [:]
      var day: SettingValue?
    }

    /// Where shares stand that are not in the configuration.
    enum Source: Sendable, Equatable {
      /// A JSON file, by its absolute path.
      case file(String)
      /// A program and its arguments; it prints what such a file holds.
      case command([String])

      /// Its key in the configuration.
      var key: String {
        switch self {
        case .file: "file"
        case .command: "command"
        }
      }

      /// It in one line.
      var text: String {
        switch self {
        case .file(let path): path
        case .command(let words): words.joined(separator: " ")
        }
      }
    }

    /// What stands in the configuration itself.
    var written = Shares()
    var source: Source?
    /// Where the source is named.
    var origin: SettingValue.Origin?
    /// What the source holds; `nil` if there is none, or it could not be had.
    var read: Shares?

    /// The shares that count.
    var present: Shares { read ?? written }

    /// The same for the contract; `nil`: its own shares count.
    var declared: InstallShares? {
      guard read != nil || source == nil || written != Shares() else { return nil }
      return InstallShares(shares: present.shares.compactMapValues(\.number), day: present.day?.text)
    }
  }

  /// Contracts whose shares could not be had where the configuration says that they are.
  var unknownInstalls: Set<String> { Set(installs.filter { $0.value.source != nil && $0.value.read == nil }.keys) }

  /// Asks the commands that print shares of installs, each once.
  ///
  /// A monitor must not stop because a store's console does not answer, so what fails is only said.
  ///
  /// - Parameters:
  ///   - environment: The commands' environment; they get no variable of it that holds a secret of a contract.
  ///   - note: Takes one line for each command without usable shares.
  mutating func runInstallCommands(_ environment: [String: String], note: (String) -> Void) {
    let secrets = Set((declared + applied(to: declared)).flatMap(\.secretVariables))
    let environment = environment.filter { !secrets.contains($0.key) }
    for (id, entry) in installs.sorted(by: { $0.key < $1.key }) {
      guard case .command(let words)? = entry.source, let program = words.first,
        let contract = declared.first(where: { $0.id == id })
      else { continue }
      let problem: String
      do {
        let output = try CommandOutput().of(words, environment: environment)
        let file = try JSONFile(output, name: "what \(program) prints")
        installs[id]?.read = try InstallReader(file: file, contract: contract, program: program).shares()
        continue
      } catch let failure as CommandFailure {
        problem = failure.message
      } catch {
        problem = "\(program) \(error)"
      }
      let rest = entry.written == Installs.Shares() ? "the contract's shares" : "the shares beside it"
      note("installs.\(id): \(problem); run it by hand (\(rest) are used)")
    }
  }
}

/// Reads shares of installs where they stand: in the configuration, in a file, or in what a command prints.
struct InstallReader {
  let file: JSONFile
  let contract: Contract
  /// The program that printed them; `nil`: they stand in the file.
  var program: String?

  /// What messages call them.
  var place: String { "installs.\(contract.id)" }

  /// The shares that are the whole file.
  ///
  /// - Throws: `CommandFailure` with exit code 2: the file, what is wrong where, and the nearest right word.
  func shares() throws -> Configuration.Installs.Shares {
    var shares = Configuration.Installs.Shares()
    _ = try read(file.document.root, into: &shares)
    return shares
  }

  /// The shares at `node`.
  ///
  /// - Parameters:
  ///   - node: An object with a share by version, and their `date`.
  ///   - shares: Takes them.
  ///   - sources: Further members, which name where shares stand.
  /// - Returns: Those further members.
  /// - Throws: `CommandFailure` with exit code 2.
  func read(
    _ node: JSONNode, into shares: inout Configuration.Installs.Shares, sources: [String] = []
  ) throws -> [(name: String, node: JSONNode)] {
    let versions = contract.versions.map(\.id)
    var others: [(name: String, node: JSONNode)] = []
    for (name, node) in try file.members(of: node, place) {
      // A version may be called as the other members are, but its share is a number.
      if name == "date", let day = file.text(node) {
        guard Version.isDay(day) else {
          throw file.failure(node, "\(place).date", "is \"\(JSONFile.quoted(day))\", not a day such as 2026-11-01")
        }
        shares.day = SettingValue(text: day, origin: origin(node))
        continue
      }
      if sources.contains(name), file.number(node) == nil {
        others.append((name, node))
        continue
      }
      guard versions.contains(name) else {
        let nearest = nearestName(to: name, in: versions + ["date"] + sources).map { "; did you mean \($0)?" } ?? ""
        throw file.failure(
          node, place, "names no version of \(contract.id): \"\(JSONFile.quoted(name))\"\(nearest)")
      }
      guard let text = file.number(node), let share = Double(text), (0...100).contains(share) else {
        throw file.failure(
          node, "\(place).\(name)", "is \(file.document.excerpt(of: node)), not a share in percent from 0 to 100")
      }
      shares.shares[name] = SettingValue(text: text, origin: origin(node))
    }
    // Rounded shares may add up to a little more.
    guard shares.shares.values.compactMap(\.number).reduce(0, +) <= 101 else {
      throw file.failure(node, place, "adds up to more than 100 %")
    }
    return others
  }

  private func origin(_ node: JSONNode) -> SettingValue.Origin {
    program.map { .command($0) } ?? file.origin(of: node)
  }
}
