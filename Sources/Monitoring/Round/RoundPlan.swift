public import ContractKit
public import DriftModel
public import DriftRules
public import Foundation
import PayloadShape

extension Round {
  /// The input of a round: contracts, settings and the clock. No stage changes it.
  public struct Plan: Sendable {
    /// The contracts that take part.
    public var contracts: [Contract]
    /// Selected endpoints by contract id; `nil` for all.
    public var selection: [String: Set<String>]?
    /// Whether an endpoint without a base URL counts as not checked, because it was asked for by name.
    public var namesEndpoints: Bool
    /// The one request to send of the selected endpoint, as reports call it; `nil` for all. What is known of the others stands.
    public var request: String?
    /// Environment, part of every request key.
    public var environment: String
    /// Replaces the contracts' own perspective; responses from files have `recorded`.
    public var perspective: String?
    /// From where the APIs are looked at, such as a region; part of the perspective of live responses.
    public var viewpoint: String?
    /// Base URLs that replace the contracts' own, by contract id.
    public var baseURLs: [String: String]
    /// Whether endpoints whose interval has not passed are left out.
    public var onlyDue: Bool
    /// The share of its interval that an endpoint must not have been checked for, by whatever process; `nil` if it is checked in any
    /// case. Matters for a store that processes share.
    public var leastAge: Double?
    /// How long it is waited for an endpoint that another process checks.
    public var claimPatience = Duration.zero
    /// Whether nothing is begun or stored if other processes check everything that was selected.
    public var yields = false
    /// After this, nothing more is begun.
    public var deadline: ContinuousClock.Instant?
    /// The time to which the deadline is compared; a test lets it pass.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Environment variables of the monitor: placeholders and credentials.
    public var variables: [String: String]
    /// Those of the variables that hold secrets of contracts, also of such that take no part: no command of a credential gets them.
    public var secretVariables: Set<String>
    /// The round's clock: its start.
    public var clock: Date
    /// Contracts without known readers: URLs given on the command line.
    public var withoutReaders: Set<String>
    /// What people accepted, by contract id.
    public var acceptances: [String: [IdentifiedAcceptance]] = [:]
    /// Levels that people set for rules.
    public var levels = LevelSettings()
    /// Contracts whose shares of installs could not be had, so that others stand in for them.
    public var unknownInstalls: Set<String> = []
    /// From when on checks without a response are reported.
    public var blindness = BlindnessPolicy()
    /// Bytes that a learned shape may take.
    public var shapeBudget = PayloadShape.standardBudget
    /// Whether the round finds out what would break, if a response or the code is new.
    public var findsImpact = false
    /// One of so many checks of a URL is unconditional, however often a 304 said that it is unchanged. 1 means that
    /// each is.
    public var fullResponseEvery = 20
    /// The longest time in seconds until a refused request is sent again, even if the provider asks for more.
    public var longestBackoff = 86_400.0
    /// Access tokens of earlier rounds of this process.
    public var tokens = AccessTokens()
    /// How responses are kept as recordings; `nil`: none is.
    public var recording: RecordingPlan?
    /// Whether requests that write are sent to the sandboxes that contracts declare.
    public var allowsWrites = false
    /// What to do about an obstacle, in the words of the plan's maker; `nil` if there is nothing to say.
    public var remedy: @Sendable (RoundObstacle) -> String? = { _ in nil }
    /// Identity of the code; a response that equals the last is skipped only under the same.
    public var buildID: String

    /// A plan for all endpoints of `contracts`.
    public init(contracts: [Contract], environment: String = "production", clock: Date, buildID: String) {
      self.contracts = contracts
      self.environment = environment
      self.clock = clock
      self.buildID = buildID
      selection = nil
      namesEndpoints = false
      perspective = nil
      baseURLs = [:]
      onlyDue = false
      deadline = nil
      variables = [:]
      secretVariables = Set(contracts.flatMap(\.secretVariables))
      withoutReaders = []
    }
  }

  /// The result of a round.
  public struct Result: Sendable {
    /// Number in the ledger; `nil` if other processes check everything that was selected, so that no round began.
    public var number: Int?
    /// One entry for each wanted endpoint, in contract order.
    public var endpoints: [EndpointReport]
    /// Changes of incidents, in the order they were recorded.
    public var transitions: [IncidentTransition]
    /// Values found in responses; a later round over recordings starts from them.
    public var found: FoundValues
    /// Endpoints left out because they have no base URL.
    public var withoutBaseURL: [EndpointID]
    /// Whether it was interrupted. Then it has no end row.
    public var wasInterrupted: Bool
    /// Names of the requests of the selected endpoint, if one was asked for that is not among them; else empty.
    public var requestNames: [String] = []
    /// Seconds that each endpoint took, in sum: its requests on the wire, and the work on their responses. Only endpoints whose requests
    /// were sent are in it.
    public var seconds: [EndpointID: Double]
    /// Endpoints that were left out because another process checked them, or talked to their host.
    public var held: [EndpointID] = []
    /// What became of the responses that were to be kept as recordings, in no order that matters.
    public var recordings: [RecordingResult] = []
  }
}
