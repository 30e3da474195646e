import JSONDocument

extension TraceSession {
  /// Initialisers entered again, at most, in one document; beyond it, failures are only found where they surface.
  private static let reentryLimit = 200_000
  /// Requests answered with a placeholder, at most, in one initialiser.
  private static let patchUseLimit = 100_000
  /// Placeholders, at most, in one initialiser.
  private static let patchLimit = 64

  /// Runs one initialiser, the only way to any nested `T(from:)`.
  ///
  /// In the strict pass it only watches. In the healing pass an initialiser that threw is entered again with a placeholder
  /// for the request that failed, until it ends or nothing is left to try; what it returns then serves as the placeholder
  /// in the initialiser around it. The first error is thrown on in any case, so that whoever catches it (`try?`,
  /// unions) takes the branch that it took in the strict pass. Placeholders are seen by their own initialiser only.
  func bounded<T: Decodable>(
    _ value: JSONValue, as type: T.Type, at path: CodingPathNode, key: (any CodingKey)?, by decoder: PayloadDecoder,
    _ body: () throws -> T
  ) throws -> T {
    let location = value.node.map { RequestLocation.value($0.index, ObjectIdentifier(type)) }
    // In two steps here and below: a missing entry cast to an optional type would be that type's nil.
    if isHealing, let location, let kept = cleanValues[location], let clean = kept as? T { return clean }
    let frame = DecodingFrame(
      parent: self.frame, type: type, node: value.node, key: key, path: path, tally: tally(for: value.node, type))
    if let node = value.node {
      visit(node, at: path.pattern)
      touch(node)
    }
    let before = occurrences
    self.frame = frame
    defer { self.frame = frame.parent }
    let isolated = isHealing && decodesIsolated(type, by: decoder)
    do {
      let result = isolated ? try decodeIsolated(value, as: type, at: path, by: decoder) : try body()
      if isHealing, let location, isContainer(value), occurrences == before { cleanValues[location] = result }
      placeholders.donate(result)
      if let node = value.node, type is any RawRepresentable.Type { noteFallback(result, of: node, at: path.pattern) }
      clearInFlight()
      return result
    } catch {
      let event = event(of: error) ?? noteForeign(error, in: frame)
      if isHealing, !isolated || recovered(value, as: type) == nil { recover(value, frame, event, body) }
      setInFlight(error, event: event)
      if let location {
        frame.parent?.failed[event] = FailedRequest(location: location, type: type)
      }
      throw error
    }
  }

  private func isContainer(_ value: JSONValue) -> Bool {
    let kind = document.kind(of: value)
    return kind == .object || kind == .array
  }

  /// Arrays, and dictionaries unless a key strategy makes the decoder itself take them apart.
  private func decodesIsolated(_ type: any Decodable.Type, by decoder: PayloadDecoder) -> Bool {
    guard type is any IsolatedCollection.Type else { return false }
    return decoder.configuration.usesDefaultKeys || !(type is any StringDictionary.Type)
  }

  private func decodeIsolated<T: Decodable>(
    _ value: JSONValue, as type: T.Type, at path: CodingPathNode, by decoder: PayloadDecoder
  ) throws -> T {
    guard let collection = type as? any IsolatedCollection.Type else { return try type.init(from: decoder) }
    let result = try decoder.with(value, at: path) { try collection.decodeIsolated(by: decoder, trace: self) }
    guard let result = result as? T else { return try decoder.with(value, at: path) { try type.init(from: decoder) } }
    return result
  }

  private func recover<T: Decodable>(
    _ value: JSONValue, _ frame: DecodingFrame, _ event: Int, _ body: () throws -> T
  ) {
    var group = group(of: event)
    var current = event
    if isContainer(value) || placeholder(for: T.self) == nil {
      for _ in 0..<Self.patchLimit {
        guard reentries < Self.reentryLimit, let request = frame.failed[current],
          frame.patches[request.location] == nil, let patch = patch(for: request)
        else { break }
        frame.patches[request.location] = patch
        frame.requests = 0
        reentries += 1
        do {
          setRecovered(value, as: T.self, to: try body())
          setGroup(of: event, to: group)
          return
        } catch {
          // What an initialiser throws by itself over a placeholder says nothing about the payload.
          guard let next = self.event(of: error) else { break }
          group += self.group(of: next)
          current = next
        }
      }
    }
    setGroup(of: event, to: group)
    if isContainer(value) {
      giveUp(frame)
      let last = events[current]
      if !(last.isContainerMismatch && last.node == frame.node) { hidden.append(frame.path.pattern) }
    }
    if let stand = placeholder(for: T.self) { setRecovered(value, as: T.self, to: stand) }
  }

  private func patch(for request: FailedRequest) -> Patch? {
    if request.isOptional { return .absent }
    if let recovered = recoveredValues[request.location] { return .value(recovered) }
    return placeholder(for: request.type).map { .value($0) }
  }

  private func placeholder(for type: Any.Type) -> Any? { placeholders.value(of: type) }

  /// What was made of a value whose initialiser threw.
  func recovered<T>(_ value: JSONValue, as type: T.Type) -> T? {
    guard let node = value.node, let kept = recoveredValues[.value(node.index, ObjectIdentifier(type))] else {
      return nil
    }
    return kept as? T
  }

  func setRecovered(_ value: JSONValue, as type: Any.Type, to result: Any) {
    guard let node = value.node else { return }
    recoveredValues[.value(node.index, ObjectIdentifier(type))] = result
  }

  /// The placeholder for a request of the running initialiser, if it has one.
  func patch(for node: JSONNode?, key: String?, in container: JSONNode?, as type: Any.Type) -> Patch? {
    guard let frame, !frame.patches.isEmpty, frame.patchUses < Self.patchUseLimit else { return nil }
    frame.patchUses += 1
    if let node { return frame.patches[.value(node.index, ObjectIdentifier(type))] }
    guard let key, let container else { return nil }
    return frame.patches[.missing(container: container.index, name: key, ObjectIdentifier(type))]
  }
}
