import Foundation
import JSONDocument

extension TraceSession {
  /// Notes that a request failed on a value that is there (or, at the end of an array, is not).
  func note(_ kind: DecodingFailure.Kind, _ subject: Subject, thrownPath: [any CodingKey]) -> EventToken {
    let node = subject.value.node
    let isOwnValue = subject.key == nil || (node != nil && node == frame?.node)
    var event = DecodingEvent(
      kind: kind, node: node, container: frame?.node,
      pattern: subject.key.map { pattern(of: subject.value, under: subject.path.pattern, key: $0) }
        ?? subject.path.pattern,
      requested: subject.requested, thrownKind: Self.thrownKind(kind), codingPath: thrownPath.map(\.stringValue),
      isContainerMismatch: subject.isContainer)
    (event.owner, event.property) = asker(isOwnValue ? nil : subject.key)
    if isOwnValue, let asked = askedType() { event.requested = asked }
    // A failed scalar inside a Date is a failed date.
    if event.requested == Date.self, kind == .dataCorrupted { event.kind = .dateUnparsable }
    let number = record(event)
    if let node, !subject.isContainer {
      frame?.failed[number] = FailedRequest(
        location: .value(node.index, ObjectIdentifier(subject.requested)), type: subject.requested)
    }
    return EventToken(id: number)
  }

  /// Notes that a required member is missing.
  func noteMissing(_ key: any CodingKey, requested: Any.Type, in members: ObjectMembers) -> EventToken {
    let name = key.stringValue
    var event = DecodingEvent(
      kind: .keyNotFound, container: members.node, missingName: name,
      pattern: patterns.child(
        of: members.path.pattern, .member(usesSnakeCase ? SnakeCase.likelyName(for: name) : name)),
      requested: requested, thrownKind: "keyNotFound", codingPath: members.path.codingPath().map(\.stringValue))
    (event.owner, event.property) = asker(key)
    let number = record(event)
    frame?.failed[number] = FailedRequest(
      location: .missing(container: members.node.index, name: name, ObjectIdentifier(requested)), type: requested)
    return EventToken(id: number)
  }

  /// Notes an error that an initialiser threw by itself, or that some other code threw inside it.
  func noteForeign(_ error: any Error, in frame: DecodingFrame) -> Int {
    var event = DecodingEvent(
      kind: .dataCorrupted, node: frame.node, container: frame.parent?.node, pattern: frame.path.pattern,
      requested: askedType() ?? frame.type, thrownKind: "other",
      codingPath: frame.path.codingPath().map(\.stringValue), thrownText: "\(error)")
    (event.owner, event.property) = asker(nil)
    let isScalar = frame.node.map { ![.object, .array].contains(document.kind(of: $0)) } ?? true
    if let error = error as? DecodingError {
      event.thrownKind = error.kindName
      event.kind = DecodingFailure.Kind(rawValue: error.kindName) ?? .dataCorrupted
      event.codingPath = (error.context?.codingPath ?? []).map(\.stringValue)
      event.thrownText = error.context?.debugDescription
      if event.kind == .dataCorrupted, isScalar, frame.type is any RawRepresentable.Type {
        event.kind = .enumUnknownValue
        event.requested = TypeFacts.withoutOptional(frame.type)
      }
      // `dataCorruptedError(forKey:in:)` names the member that it does not like.
      if event.kind == .dataCorrupted,
        let key = error.context?.codingPath.dropFirst(frame.path.codingPath().count).first,
        let node = frame.node, let member = document.member(key.stringValue, of: node)
      {
        event.node = member
        event.pattern = pattern(of: JSONValue(member), under: frame.path.pattern, key: key)
        (event.owner, event.property) = (frame.type, key.stringValue)
      }
    }
    if frame.type == Date.self { event.kind = .dateUnparsable }
    let number = record(event)
    setInFlight(error, event: number)
    return number
  }

  func markOptional(_ error: any Error) {
    guard let event = event(of: error) else { return }
    frame?.failed[event]?.isOptional = true
  }

  private static func thrownKind(_ kind: DecodingFailure.Kind) -> String {
    switch kind {
    case .keyNotFound, .valueNotFound, .typeMismatch: kind.rawValue
    case .dataCorrupted, .numberOutOfRange, .dateUnparsable, .enumUnknownValue: "dataCorrupted"
    }
  }

  /// The type and coding key in whose name something was asked: `key` of the running initialiser, or, where that
  /// decodes its own value (nil) or is a collection or optional, the request that led to it.
  func asker(_ key: (any CodingKey)?) -> (Any.Type?, String?) {
    var current = frame
    var key = key
    if key == nil {
      key = current?.key
    } else if let running = current, !TypeFacts.isTransparent(running.type) {
      return (running.type, Self.propertyName(key))
    }
    while let inner = current, let asking = inner.parent {
      let passesOn = TypeFacts.isTransparent(asking.type) || (key == nil && asking.node == inner.node)
      guard passesOn else { return (asking.type, Self.propertyName(key)) }
      key = asking.key ?? key
      current = asking
    }
    return (nil, nil)
  }

  /// Nil for the index of an element.
  private static func propertyName(_ key: (any CodingKey)?) -> String? {
    (key as? PlainKey)?.intValue == nil ? key?.stringValue : nil
  }

  /// The type that was declared for the running initialiser's value: what is asked of a `String` inside `UUID(from:)`
  /// was asked as a `UUID`.
  private func askedType() -> Any.Type? {
    guard var asked = frame else { return nil }
    while let parent = asked.parent, parent.node != nil, parent.node == asked.node { asked = parent }
    return TypeFacts.withoutOptional(asked.type)
  }
}
