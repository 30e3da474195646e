import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Reporting

/// `driftwatch ack`: acknowledges an incident, so that it is quiet until it is worse or resolved.
struct AckCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let call = settings.call
    guard !call.operands.isEmpty else {
      throw CommandFailure.usage("ack needs an INCIDENT; \(settings.command("incidents")) lists them")
    }
    let isUndone = call.has("--undo")
    if isUndone, let extra = ["--by", "--note"].first(where: call.has) {
      throw CommandFailure.usage("--undo takes the acknowledgement back and knows no \(extra)")
    }
    let person = isUndone ? "" : try person()
    let note = try call.value("--note").map { try CommandSettings.words($0, of: "--note") }
    let ledger = try settings.existingLedger(.readWrite)
    let lookup = try await IncidentLookup(ledger, settings)
    // All are looked up before the first is changed, so that a typing error changes nothing.
    var incidents: [Incident] = []
    for operand in call.operands {
      let incident = try lookup.incident(operand)
      guard incident.isOpen else {
        throw StoreError.resolvedIncident(store: ledger.location, id: lookup.shortID(incident))
      }
      if !incidents.contains(where: { $0.id == incident.id }) { incidents.append(incident) }
    }
    var page = Document()
    for incident in incidents {
      let place = "\(incident.key.contract)/\(incident.key.endpoint)"
      if isUndone {
        let wasKnown = incident.state == .acknowledged
        try await ledger.unacknowledge(incident.id)
        page.row([lookup.shortID(incident), wasKnown ? "open again" : "was not acknowledged", place])
      } else {
        let now = try await ledger.acknowledge(incident.id, by: person, note: note, at: Date())
        page.paragraph(
          "acknowledged by \(person) · \(place): \(now.headline)", label: "\(lookup.shortID(incident))  ")
      }
    }
    try settings.console.print(page.text())
    return 0
  }

  /// The name that the system has for a user, as where cron gives no `$USER`.
  ///
  /// - Parameter user: A user; by default whose process this is.
  /// - Returns: The name; `nil` if there is none, as in many containers.
  static func loginName(of user: uid_t = getuid()) -> String? {
    var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    // Room for one line of passwd. If it is too small, getpwuid_r returns ERANGE (POSIX), and no name is used.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { room in
      guard let start = room.baseAddress, getpwuid_r(user, &entry, start, room.count, &found) == 0, found != nil,
        let name = entry.pw_name.map({ String(cString: $0) })
      else { return nil }
      return name.trimmingCharacters(in: .whitespaces).isEmpty ? nil : name
    }
  }

  /// `--by`, else who is named by the environment, else by the system.
  private func person() throws -> String {
    if let given = settings.call.value("--by") { return try CommandSettings.words(given, of: "--by") }
    for name in ["DRIFTWATCH_USER", "USER", "LOGNAME"] {
      if let value = settings.environment[name], !value.trimmingCharacters(in: .whitespaces).isEmpty {
        return try CommandSettings.words(value, of: "$\(name)")
      }
    }
    if let name = Self.loginName() { return try CommandSettings.words(name, of: "the login name") }
    throw CommandFailure.usage("nobody is named: give --by WHO or set DRIFTWATCH_USER")
  }
}
