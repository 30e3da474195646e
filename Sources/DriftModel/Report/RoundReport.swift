public import Foundation

/// The whole result of a check as a value: what every report format is made from.
public struct RoundReport: Codable, Sendable, Equatable {
  /// Version of the JSON schema in `docs/report.schema.json`.
  public var schemaVersion = 1
  /// Totals and the exit code.
  public var summary: Summary
  /// The round, or the last of several.
  public var round: RoundInfo
  /// The contracts that took part, with their versions.
  public var contracts: [ContractInfo]
  /// One entry for each endpoint, in contract order.
  public var endpoints: [EndpointReport]
  /// Findings of the present state, worst first.
  public var findings: [Finding]
  /// Open incidents, worst first, then those resolved in what this report covers.
  public var incidents: [IncidentReport]

  /// A report.
  public init(
    summary: Summary, round: RoundInfo, contracts: [ContractInfo], endpoints: [EndpointReport], findings: [Finding],
    incidents: [IncidentReport]
  ) {
    (self.summary, self.round, self.contracts) = (summary, round, contracts)
    (self.endpoints, self.findings, self.incidents) = (endpoints, findings, incidents)
  }

  /// Totals of a report.
  public struct Summary: Codable, Sendable, Equatable {
    /// Contracts that took part.
    public var contracts = 0
    /// Endpoints that were asked for.
    public var endpoints = 0
    /// Endpoints that were checked (ok, unchanged, drift).
    public var checked = 0
    /// Endpoints that could not be checked.
    public var notChecked = 0
    /// Endpoints that were not due.
    public var notDue = 0
    /// Verdicts of versions on endpoints.
    public var versionChecks = 0
    /// Records offered to mappings of supported versions.
    public var recordsMapped = 0
    /// Of them, records that did not become domain values.
    public var recordsLost = 0
    /// Findings by level, in the present state.
    public var breaking = 0
    /// Warnings in the present state.
    public var warnings = 0
    /// Information in the present state.
    public var infos = 0
    /// Members that DTOs ask for and that were there with a value at least once.
    public var fieldsExercised = 0
    /// Members that DTOs ask for.
    public var fieldsTotal = 0
    /// The exit code of the round (see the README).
    public var exitCode = 0
    /// Every reason that wanted an exit code, worst first, in a few words each.
    public var exitReasons: [String] = []

    /// Zero everywhere.
    public init() {}
  }
}

/// One round: a pass over the endpoints that were due.
public struct RoundInfo: Codable, Sendable, Equatable {
  /// Where the responses came from.
  public enum Source: String, Codable, Sendable {
    /// Fetched.
    case live
    /// `Contracts/*/Recordings`.
    case recordings
    /// A directory given by name.
    case directory
    /// Several sources, or only stored rounds were read.
    case mixed
  }

  /// Number in the ledger, from 1.
  public var number: Int
  /// Rounds that this report covers: 1, or the number of recorded dates.
  public var rounds: Int
  /// Clock of the round's start.
  public var startedAt: Date
  /// Clock of its end; `nil` for a round that did not end.
  public var finishedAt: Date?
  /// Real time spent, in seconds.
  public var seconds: Double
  /// Where the responses came from.
  public var source: Source
  /// What judged: `Foundation 6.3.1, Linux`.
  public var judge: String
  /// The environment: `production`.
  public var environment: String

  /// A round.
  public init(
    number: Int, rounds: Int = 1, startedAt: Date, finishedAt: Date?, seconds: Double, source: Source, judge: String,
    environment: String
  ) {
    (self.number, self.rounds, self.startedAt, self.finishedAt) = (number, rounds, startedAt, finishedAt)
    (self.seconds, self.source, self.judge, self.environment) = (seconds, source, judge, environment)
  }
}

/// A contract with its versions.
public struct ContractInfo: Codable, Sendable, Equatable {
  /// Id of the contract.
  public var id: String
  /// Its versions, oldest first.
  public var versions: [VersionInfo]
  /// Who is asked when it breaks.
  public var owner: String?

  /// A contract.
  public init(id: String, versions: [VersionInfo], owner: String? = nil) {
    (self.id, self.versions, self.owner) = (id, versions, owner)
  }
}

/// What became of one endpoint, at its latest response.
public struct EndpointReport: Codable, Sendable, Equatable {
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// Environment.
  public var environment: String
  /// Perspective.
  public var perspective: String
  /// What became of it.
  public var outcome: Outcome
  /// Why it could not be checked, or another short remark; `nil` when there is nothing to say.
  public var reason: String?
  /// Requests that were due (sample ids, links, pages count each).
  @Count public var requests = 0
  /// Of them, how many were examined or carried forward.
  @Count public var examined = 0
  /// When it was last checked, by the round's clock.
  public var checkedAt: Date?
  /// Checks in a row, up to the last, without a response that counts; `nil`: the last check got one to each of its requests.
  public var blindness: Blindness?
  /// What the last check left out, if it asked only for some of the requests; `nil`: it asked for all of them.
  public var partial: PartialCheck?
  /// What each version made of it.
  public var versions: [VersionReport] = []

  /// What was learned, if this was the first response ever of an endpoint that no version reads; `nil` otherwise.
  public var firstLook: FirstLook?

  /// What there was to learn in the first response of an endpoint that no version reads.
  public struct FirstLook: Codable, Sendable, Equatable {
    /// Different members of objects, each path once.
    @Count public var members = 0
    /// Objects in the largest list; 0 where there is no list.
    @Count public var records = 0

    /// What was learned.
    public init(members: Int, records: Int) { (self.members, self.records) = (members, records) }
  }

  /// A check that asked only for some of an endpoint's requests.
  public struct PartialCheck: Codable, Sendable, Equatable {
    /// When all of them were last asked for, by the round's clock; `nil`: they never were.
    public var wholeCheckAt: Date?

    /// A check after one of all requests, or after none.
    public init(wholeCheckAt: Date?) { self.wholeCheckAt = wholeCheckAt }
  }

  /// When all of its requests were last asked for, by the round's clock; `nil`: they never were.
  public var wholeCheckAt: Date? { partial.map(\.wholeCheckAt) ?? checkedAt }

  /// Whether it could not be checked, or not for each supported version.
  public var isUnchecked: Bool { !outcome.isChecked && outcome != .notDue || versions.contains(where: \.isUnchecked) }

  /// What became of an endpoint; requests and versions are set afterwards.
  public init(
    contract: String, endpoint: String, environment: String, perspective: String, outcome: Outcome,
    reason: String? = nil
  ) {
    (self.contract, self.endpoint, self.environment, self.perspective) = (contract, endpoint, environment, perspective)
    (self.outcome, self.reason) = (outcome, reason)
  }
}

/// What one version made of an endpoint.
public struct VersionReport: Codable, Sendable, Equatable {
  /// Verdict in one word.
  public enum Verdict: String, Codable, Sendable {
    /// Every response decoded.
    case decodes
    /// At least one response did not decode.
    case fails
    /// The app would crash on a response.
    case crashes
    /// The app would hang on a response.
    case hangs
    /// No response was there, or none was judged.
    case unknown
  }

  /// Id of the version.
  public var version: String
  /// App releases that hold it.
  public var shippedIn: String?
  /// Whether people use it.
  public var status: VersionInfo.Status
  /// Share of installs in percent.
  public var installs: Double?
  /// The day of that share, as `2026-11-01`.
  public var installsOn: String?
  /// Digest of the request that it sends; versions with one digest share a baseline and incidents.
  public var request = ""
  /// What it decodes: `[ProductDTO]`.
  public var typeName: String
  /// The verdict.
  public var verdict = Verdict.unknown
  /// Responses that decoded.
  @Count public var decoded = 0
  /// Responses that were judged.
  @Count public var responses = 0
  /// What its mappings made of it.
  public var mappings: [MappingReport] = []
  /// Members asked for that were there with a value.
  @Count public var fieldsExercised = 0
  /// Members asked for.
  @Count public var fieldsTotal = 0
  /// Why it could not be judged, or not in all that it does with the responses; `nil`: it was judged.
  public var notJudged: String?

  /// Whether people use it and it could not be judged.
  public var isUnchecked: Bool { status == .supported && notJudged != nil }

  /// A version of which nothing was judged yet.
  public init(_ version: VersionInfo, typeName: String) {
    (self.version, shippedIn, status) = (version.id, version.shippedIn, version.status)
    (installs, installsOn) = (version.installs, version.installsOn)
    self.typeName = typeName
  }
}

/// What one mapping made of an endpoint's records.
public struct MappingReport: Codable, Sendable, Equatable {
  /// Name of the domain model.
  public var name: String
  /// Records in the payload.
  @Count public var recordsIn: Int
  /// Domain values made.
  @Count public var recordsOut: Int
  /// `false` if it crashed, hung or was not run.
  public var ran: Bool

  /// A mapping's counts.
  public init(name: String, recordsIn: Int, recordsOut: Int, ran: Bool) {
    (self.name, self.recordsIn, self.recordsOut, self.ran) = (name, recordsIn, recordsOut, ran)
  }
}

/// An incident with what a report says of it.
public struct IncidentReport: Codable, Sendable, Equatable {
  /// The incident.
  public var incident: Incident
  /// What happened to it in what this report covers; `nil`: it was open before and still is.
  public var transition: IncidentTransition.Kind?
  /// Shortest prefix of the id that is unique among all incidents, upper case, at least four digits.
  public var shortID: String
  /// The incident before what happened to it, so that a report can say what became worse; `nil` where that is not
  /// known.
  public var former: Incident?
  /// Of a resolved incident, its findings when it was last seen, as far as the ledger has kept them.
  @Sparse public var lastFindings: [Finding]
  /// What a report says of it to people, so that a message is made without another call; `nil` in a report for another form.
  public var summary: Summary?

  /// What a report says of an incident, in the words of its text.
  public struct Summary: Codable, Sendable, Equatable {
    /// `BREAKING: app 1.0 to 1.4 cannot load products (platzi-store)`.
    public var line: String
    /// What happens to people, and what changed.
    public var sentences: [String]
    /// When it began, or for how long it was there.
    public var when: [String]
    /// The versions that are or were hit, with the releases of the app that hold them: `v1 (1.0 to 1.4)`.
    public var versions: [String]
    /// Share of all installs that are hit, in percent; `nil`: the contract does not say.
    public var installs: Double?
    /// Who answers for it.
    public var owners: [String]
    /// What to do; `nil` for what is over.
    public var toDo: String?
    /// Commands that go on from here.
    public var next: [String]

    /// What is said of an incident.
    public init(
      line: String, sentences: [String], when: [String], versions: [String], installs: Double?, owners: [String],
      toDo: String?, next: [String]
    ) {
      (self.line, self.sentences, self.when) = (line, sentences, when)
      (self.versions, self.installs, self.owners) = (versions, installs, owners)
      (self.toDo, self.next) = (toDo, next)
    }
  }

  /// An incident in a report.
  public init(
    incident: Incident, transition: IncidentTransition.Kind?, shortID: String, former: Incident? = nil,
    lastFindings: [Finding] = []
  ) {
    (self.former, self.incident, self.transition, self.shortID) = (former, incident, transition, shortID)
    self.lastFindings = lastFindings
  }
}
