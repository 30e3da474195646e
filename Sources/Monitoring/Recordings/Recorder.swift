import ContractKit
import DriftModel
import Examination
import Foundation
import JSONDocument
import PayloadShape
import Recording
import System

/// Keeps responses of one round as recordings: those that show what no recording of their request shows, redacted.
actor Recorder {
  private let context: RoundContext
  private let plan: RecordingPlan
  /// By contract id: responses of a round that link to each other still do.
  private var redactors: [String: SharedRedactor] = [:]
  private(set) var results: [RecordingResult] = []
  private let id = UUID()
  private static let longestName = 200

  init(_ context: RoundContext, _ plan: RecordingPlan) { (self.context, self.plan) = (context, plan) }

  /// Keeps one response, if it shows something new.
  ///
  /// - Parameters:
  ///   - checked: The response with the facts about it, and its body.
  ///   - group: The request as declared.
  ///   - found: Values of earlier responses, from which mappings get their context.
  ///   - date: When it was fetched; `nil`: at the clock of the round.
  func take(_ checked: CheckedResponse, of group: RequestGroup, _ found: FoundValues, at date: Date? = nil) async {
    guard let folder = plan.folders[group.contract.id], let facts = checked.facts, facts.text == .json,
      let path = recordedPath(of: checked.request, in: group), let document = try? JSONDocument(checked.response.body)
    else { return }
    let outcome: RecordingResult.Outcome
    do {
      outcome = try await keep(checked, facts, document, path, group, found, folder, date ?? context.plan.clock)
    } catch {
      outcome = .unwritable(reason: (error as? SystemFailure).map { "\($0)" } ?? error.localizedDescription)
    }
    results.append(RecordingResult(contract: group.contract.id, endpoint: group.endpoint.id, outcome: outcome))
  }

  private func keep(
    _ checked: CheckedResponse, _ facts: Examination, _ document: JSONDocument, _ path: [String],
    _ group: RequestGroup, _ found: FoundValues, _ folder: RecordingsFolder, _ date: Date
  ) async throws -> RecordingResult.Outcome {
    let isTyped = isTyped(group.contract)
    // Recordings lie below the base URL that is declared, wherever the response came from.
    let baseURLs = [context.baseURL(of: group.endpoint, in: group.contract), Self.declaredBaseURL(of: group)].uniqued()
    let known = await plan.index.summary(in: folder, of: group.contract.id, for: id) { entry, meta in
      baseURLs.contains { group.owns(entry.path, meta, baseURL: $0, isTyped: isTyped) }
    }
    let whole = RecordingIndex.Identity(
      status: checked.response.status ?? 200, body: ContentDigest(checked.response.body))
    if known.whole.contains(whole) { return .known }
    let failures = ExaminationOutline(of: facts).failures
    // What was carried forward has no shape.
    let shape = facts.shape ?? PayloadShape(of: document)
    let features = RecordingIndex.features(of: document, shape, kept: known.kept, failures)
    if features.isSubset(of: known.features) { return .known }
    let redactor = redactor(of: group.contract)
    let rules = group.endpoint.recordingRules
    let stage = ExamineStage(context: context)
    let trial = RedactionTrial(
      examine: { [context] body in
        await context.examine([stage.job(group, found, body: body, keepsBodies: false)]).first?.facts ?? Examination()
      }, keep: rules.keep, redact: rules.redact, names: plan.names, mask: checked.response.mask)
    let result = await trial.run(facts, document, redactor)
    if let redacted = try? JSONDocument(result.body) {
      let shown = RecordingIndex.features(
        of: redacted, PayloadShape(of: redacted), kept: result.kept, result.redaction == .shape ? [] : failures)
      if shown.isSubset(of: known.features) { return .known }
    }
    guard trial.holdsNoSecret(result.body) else {
      return .failed(reason: "a declared secret is the name of a member")
    }
    guard known.files < plan.mostFiles, known.bytes + result.body.count <= plan.mostBytes else {
      return .full(files: known.files, bytes: known.bytes)
    }
    // File systems take names of 255 bytes.
    let place = path.map { String(decoding: redactor.pathSegment($0).utf8.prefix(Self.longestName), as: UTF8.self) }
    let file = try folder.write(
      result.body, meta(checked, group, result, failures, date), day: date.isoDay, contract: group.contract.id,
      path: place)
    await plan.index.note(
      RecordingsFolder.Entry(day: date.isoDay, contract: group.contract.id, path: place, file: file), in: folder)
    return if let reason = result.reason { .structure(file: file.body, reason: reason) } else {
      .kept(file: file.body, words: result.kept)
    }
  }

  /// Where a recording is looked for later: below the base URL that the contract declares, whatever the response was fetched from. A link
  /// stands in the response that holds it, and is followed as it is.
  private func recordedPath(of request: ConcreteRequest, in group: RequestGroup) -> [String]? {
    guard let path = request.pathComponents, group.endpoint.chain == nil else { return request.pathComponents }
    func components(_ url: String?) -> [String] {
      let path = url.flatMap { URLComponents(string: $0)?.path } ?? ""
      return path.split(separator: "/").map(String.init)
    }
    let used = components(context.baseURL(of: group.endpoint, in: group.contract))
    let declared = components(Self.declaredBaseURL(of: group))
    return path.starts(with: used) ? declared + path.dropFirst(used.count) : path
  }

  private static func declaredBaseURL(of group: RequestGroup) -> String? {
    group.endpoint.baseURL ?? (group.endpoint.isFetched ? group.contract.baseURL : nil)
  }

  private func redactor(of contract: Contract) -> SharedRedactor {
    if let known = redactors[contract.id] { return known }
    let new = SharedRedactor(known: declaredTexts(of: contract))
    redactors[contract.id] = new
    return new
  }

  /// Texts of the contract's URLs that may stay. Of a URL that somebody typed only the host and words of lower-case letters in the path
  /// are no data.
  private func declaredTexts(of contract: Contract) -> Set<String> {
    let urls =
      [contract.baseURL].compactMap(\.self) + contract.environments.values
      + contract.endpoints.compactMap { context.baseURL(of: $0, in: contract) }
    guard isTyped(contract) else { return RequestGroup.declaredTexts(of: contract, baseURLs: urls) }
    let hosts = urls.compactMap { URLComponents(string: $0)?.host }
    let words = contract.endpoints.flatMap { endpoint in
      endpoint.request.path.prefix { $0 != "?" }.split(separator: "/").map(String.init).filter(RequestPath.isWord)
    }
    return Set(hosts + words + ["http", "https"])
  }

  private func isTyped(_ contract: Contract) -> Bool { context.plan.withoutReaders.contains(contract.id) }

  private func meta(
    _ checked: CheckedResponse, _ group: RequestGroup, _ result: RedactionTrial.Result, _ failures: [String],
    _ date: Date
  ) -> RecordingMeta {
    var meta = RecordingMeta()
    meta.status = checked.response.status
    var headers = checked.response.recordedHeaders
    let read = Dictionary(grouping: group.versions.compactMap { $0.reads(group.endpoint.id) }.flatMap(\.headers)) {
      $0.name.lowercased()
    }
    for (name, declared) in read {
      if let value = checked.response.readHeaders?.values[name] { headers[name] = declared.standIn(for: value) }
    }
    meta.headers = headers.isEmpty ? nil : headers
    meta.fetchedAt = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    meta.source = "recorded and redacted by Driftwatch"
    meta.method = group.request.method == "GET" ? nil : group.request.method
    let declared = isTyped(group.contract) ? [] : group.declaredQuery.filter { !$0.value.contains("{") }
    meta.query = declared.isEmpty ? nil : Dictionary(declared.map { ($0.name, $0.value) }) { first, _ in first }
    meta.operation = group.request.graphQL?.operation
    meta.page = checked.request.page == 1 ? nil : checked.request.page
    meta.endpoint = isTyped(group.contract) ? nil : group.endpoint.id
    meta.redaction = result.redaction
    meta.kept = result.kept.isEmpty ? nil : result.kept
    meta.failures = failures.isEmpty || result.redaction == .shape ? nil : failures
    return meta
  }
}
