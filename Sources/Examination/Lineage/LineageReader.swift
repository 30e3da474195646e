import ContractKit
import Foundation

/// The result for one record in one run.
enum LineageReading {
  /// The properties of its domain value by name.
  case made([String: PropertySample])
  /// The mapping dropped it or threw, or the record is gone.
  case lost

  var properties: [String: PropertySample]? { if case .made(let properties) = self { properties } else { nil } }
}

/// The result for a response in one run.
enum LineageRun {
  /// It does not decode.
  case responseLost
  /// The process crashed or timed out when this response was tried before.
  case ended(TrialEnding)
  case records([LineageReading])

  var readings: [LineageReading]? { if case .records(let readings) = self { readings } else { nil } }
}

/// Decodes perturbed responses with the app's own decoder, maps every record, and reads the properties of the results.
final class LineageReader {
  /// Outcomes of the records of a response; nil if it does not decode.
  private let outcomes: (Data) async -> [RecordOutcome]?
  private let properties: [AnyProperty]
  private let trials: TrialLog
  private let reader: PropertyReader
  /// Reads elements of collections, which have no declared properties.
  private let elementReader = PropertyReader(observed: [])
  /// By property: whether its first value was a collection.
  private var isCollection: [String: Bool] = [:]
  /// The most elements of a collection that are compared, and the deepest nesting.
  private let maximumElements = 200
  private let maximumDepth = 4

  init(properties: [AnyProperty], trials: TrialLog, outcomes: @escaping (Data) async -> [RecordOutcome]?) {
    (self.properties, self.trials, self.outcomes) = (properties, trials, outcomes)
    reader = PropertyReader(observed: properties)
  }

  /// A reader of a mapping's domain values or, with `send`, of the bodies made of them. A record without a body, or with
  /// one that is not JSON, is lost.
  convenience init(
    reads: AnyReads, mapping: AnyMapping, context: MappingContext, send: AnySends? = nil, trials: TrialLog
  ) {
    let runner = MappingRunner(mapping: mapping, context: context)
    self.init(properties: send == nil ? mapping.properties : [], trials: trials) { response in
      guard let records = reads.records(of: mapping, in: response) else { return nil }
      let outcomes = await runner.outcomes(of: records)
      guard let send else { return outcomes }
      return outcomes.map { outcome in
        guard case .made(let domain) = outcome, let text = try? send.encode(domain), let body = try? RequestBody(text)
        else { return .dropped }
        return .made(body)
      }
    }
  }

  /// A reader of the bodies with which a version writes a response back.
  convenience init(writeBack part: AnyWritesBack, trials: TrialLog) {
    self.init(properties: [], trials: trials) { response in
      guard let bodies = try? part.bodies(response) else { return nil }
      return bodies.map { body in
        guard let text = try? body.get(), let body = try? RequestBody(text) else { return .dropped }
        return .made(body)
      }
    }
  }

  /// A reader of an aggregate, one of whose responses is perturbed.
  convenience init(join: AnyJoins, bodies: [Data], part: Int, trials: TrialLog) {
    self.init(properties: join.properties, trials: trials) { response in
      var bodies = bodies
      bodies[part] = response
      do {
        return try await join.combine(bodies).map { $0.map { .made($0) } ?? .dropped }
      } catch is DecodingError {
        return nil
      } catch {
        // The responses decode, but nothing was made.
        return []
      }
    }
  }

  /// Decodes and maps a response, which is the one that came unless it `isPerturbed`.
  ///
  /// - Throws: ``TrialsEnded`` if nothing more is tried.
  func run(_ response: [UInt8], isPerturbed: Bool = true) async throws(TrialsEnded) -> LineageRun {
    if let ending = try trials.begin(response, isPerturbed: isPerturbed) { return .ended(ending) }
    guard let outcomes = await outcomes(Data(response)) else { return .responseLost }
    return .records(
      outcomes.map { outcome in
        guard case .made(let domain) = outcome else { return .lost }
        return .made((domain as? RequestBody).map(samples) ?? samples(of: domain))
      })
  }

  /// Whether the values of a property are collections, whose sizes differ in a pruned response.
  func isCollection(_ property: String) -> Bool { isCollection[property] == true }

  private func samples(of body: RequestBody) -> [String: PropertySample] {
    for sample in body.samples { isCollection[sample.name] = body.collections.contains(sample.name) }
    return Dictionary(body.samples.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The properties of a domain value. ``PropertyReader`` compares collections by size only; here their elements count
  /// too.
  private func samples(of domain: Any) -> [String: PropertySample] {
    var samples: [String: PropertySample] = [:]
    for sample in reader.samples(of: domain) {
      var sample = sample
      if sample.state == .present, isCollection[sample.name] != false, let value = value(of: sample.name, in: domain) {
        let contents = contents(of: value, depth: 0)
        isCollection[sample.name] = contents != nil
        if let contents {
          sample = PropertySample(
            name: sample.name, isEssential: sample.isEssential, state: sample.state, text: contents)
        }
      }
      samples[sample.name] = sample
    }
    return samples
  }

  /// The value to which ``PropertyReader`` gives this name, without optionals around it.
  private func value(of name: String, in domain: Any) -> Any? {
    if let declared = properties.first(where: { $0.name == name }) {
      return declared.read(domain).flatMap(Self.unwrapped)
    }
    guard name != "self" else { return Self.unwrapped(domain) }
    return name.split(separator: ".").reduce(Self.unwrapped(domain)) { value, label in
      var mirror = value.map { Mirror(reflecting: $0) }
      while let current = mirror {
        for child in current.children where child.label == String(label) || child.label == "_" + label {
          return Self.unwrapped(child.value)
        }
        mirror = current.superclassMirror
      }
      return nil
    }
  }

  /// The elements of a collection as one text; nil for other values.
  private func contents(of value: Any, depth: Int) -> String? {
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, [.collection, .set, .dictionary].contains(style) else { return nil }
    guard depth < maximumDepth else { return "\(mirror.children.count)" }
    let elements = mirror.children.prefix(maximumElements).map { child in
      guard let element = Self.unwrapped(child.value) else { return "nil" }
      return contents(of: element, depth: depth + 1) ?? text(of: element, depth: depth)
    }
    // Sets and dictionaries have no order of their own.
    let ordered = style == .collection ? elements : elements.sorted()
    return "\(mirror.children.count)[" + ordered.joined(separator: "\u{1}") + "]"
  }

  private func text(of element: Any, depth: Int) -> String {
    let mirror = Mirror(reflecting: element)
    if mirror.displayStyle == .tuple {  // a dictionary's key and value
      return mirror.children.map { child in
        guard let part = Self.unwrapped(child.value) else { return "nil" }
        return contents(of: part, depth: depth + 1) ?? text(of: part, depth: depth + 1)
      }
      .joined(separator: "\u{2}")
    }
    return elementReader.samples(of: element).map { sample in
      let inner = Mirror(reflecting: element).children.first { $0.label == sample.name }
        .flatMap { Self.unwrapped($0.value) }.flatMap { contents(of: $0, depth: depth + 1) }
      return "\(sample.name)\u{3}\(sample.state)\u{3}\(inner ?? sample.text)"
    }
    .joined(separator: "\u{2}")
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}
