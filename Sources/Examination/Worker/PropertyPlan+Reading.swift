import Foundation

extension PropertyPlan {
  /// The same record's value of the second run.
  enum Second {
    /// The record was not mapped again.
    case none
    /// It has no such value.
    case missing
    case value(UnsafeRawPointer)
  }

  /// Reads a value of the plan's type.
  ///
  /// - Parameters:
  ///   - first: The address of a value of the plan's type.
  ///   - second: That of the second run, of the same type.
  ///   - body: Called with each property and its value, in the same order each time; nil for those of an optional value that is not there.
  func read(_ first: UnsafeRawPointer, _ second: Second, _ body: (Leaf, PropertyTally.Value?) -> Void) {
    for leaf in leaves {
      let own = first + leaf.offset
      let other: Second = if case .value(let second) = second { .value(second + leaf.offset) } else { second }
      guard case .optionalStruct(let inner, let open) = leaf.kind else {
        body(leaf, Self.value(leaf.kind, own, other))
        continue
      }
      var hasSecond: Bool?
      if case .value(let second) = other { hasSecond = open(second) { _ in } }
      if case .missing = other { hasSecond = false }
      let isThere = open(own) { _ in }
      // Its presence is a property; what is inside differs by itself.
      body(
        leaf,
        PropertyTally.Value(
          state: isThere ? .present : .missing, isRandom: hasSecond.map { $0 != isThere } ?? false))
      guard isThere else {
        inner.skip(body)
        continue
      }
      _ = open(own) { value in
        switch other {
        case .value(let second) where hasSecond == true:
          _ = open(second) { inner.read(value, .value($0), body) }
        case .none: inner.read(value, .none, body)
        case .missing, .value: inner.read(value, .missing, body)
        }
      }
    }
  }

  private func skip(_ body: (Leaf, PropertyTally.Value?) -> Void) {
    for leaf in leaves {
      body(leaf, nil)
      if case .optionalStruct(let inner, _) = leaf.kind { inner.skip(body) }
    }
  }

  /// The values at the two addresses, which hold stored properties of the kind's type: the plan was made of that type.
  private static func value(_ kind: Kind, _ first: UnsafeRawPointer, _ second: Second) -> PropertyTally.Value {
    func scalar<T>(
      _ type: T.Type, _ isSame: (T, T) -> Bool, _ judge: (T) -> PropertyTally.Value
    ) -> PropertyTally.Value {
      var value = judge(first.assumingMemoryBound(to: type).pointee)
      switch second {
      case .none: break
      case .missing: value.isRandom = true
      case .value(let second):
        value.isRandom = !isSame(
          first.assumingMemoryBound(to: type).pointee, second.assumingMemoryBound(to: type).pointee)
      }
      return value
    }
    func optional<T>(
      _ type: T.Type, _ isSame: (T, T) -> Bool, _ judge: (T) -> PropertyTally.Value
    ) -> PropertyTally.Value {
      scalar(
        T?.self,
        { first, second in
          switch (first, second) {
          case (nil, nil): true
          case (let first?, let second?): isSame(first, second)
          default: false
          }
        }, { $0.map(judge) ?? PropertyTally.Value(state: .missing, isRandom: false) })
    }
    func present(_ content: PropertySample.Content = .other) -> PropertyTally.Value {
      PropertyTally.Value(state: .present, content: content, isRandom: false)
    }
    func text(_ text: String) -> PropertyTally.Value {
      PropertyTally.Value(state: PropertyReader.isBlank(text) ? .empty : .present, isRandom: false)
    }
    func date(_ date: Date) -> PropertyTally.Value { present(.date(date.timeIntervalSince1970)) }
    func areSame(_ first: Date, _ second: Date) -> Bool {
      areSame(first.timeIntervalSinceReferenceDate, second.timeIntervalSinceReferenceDate)
    }
    // NaN is the same as NaN, and zero is not the same as minus zero, as in their descriptions.
    func areSame(_ first: Double, _ second: Double) -> Bool {
      first.bitPattern == second.bitPattern || first != first && first.description == second.description
    }
    func areSame(_ first: URL, _ second: URL) -> Bool { first == second || first.description == second.description }
    func list(_ count: Int) -> PropertyTally.Value {
      PropertyTally.Value(state: count == 0 ? .empty : .present, elements: count, isRandom: false)
    }
    /// The value with whether it has another text the second time.
    func compared(_ read: (UnsafeRawPointer) -> PropertyReader.Judged) -> PropertyTally.Value {
      let own = read(first)
      let isRandom =
        switch second {
        case .none: false
        case .missing: true
        case .value(let second): { $0.state != own.state || $0.text != own.text }(read(second))
        }
      return PropertyTally.Value(state: own.state, content: own.content, elements: own.elements, isRandom: isRandom)
    }
    switch kind {
    case .string: return scalar(String.self, ==, text)
    case .int: return scalar(Int.self, ==) { present(.number(Double($0))) }
    case .double: return scalar(Double.self, areSame) { present(.number($0)) }
    case .bool: return scalar(Bool.self, ==) { present(.flag($0)) }
    case .date: return scalar(Date.self, areSame, date)
    case .url: return scalar(URL.self, areSame) { _ in present() }
    case .uuid: return scalar(UUID.self, ==) { _ in present() }
    case .optionalString: return optional(String.self, ==, text)
    case .optionalInt: return optional(Int.self, ==) { present(.number(Double($0))) }
    case .optionalDouble: return optional(Double.self, areSame) { present(.number($0)) }
    case .optionalBool: return optional(Bool.self, ==) { present(.flag($0)) }
    case .optionalDate: return optional(Date.self, areSame, date)
    case .optionalURL: return optional(URL.self, areSame) { _ in present() }
    case .optionalUUID: return optional(UUID.self, ==) { _ in present() }
    case .list(let count):
      return compared { pointer in
        let value = list(count(pointer))
        return (value.state, "\(value.elements ?? 0)", .other, value.elements)
      }
    case .optionalList(let count):
      return compared { pointer in
        guard let count = count(pointer) else { return (.missing, "", .other, nil) }
        return (count == 0 ? .empty : .present, "\(count)", .other, count)
      }
    case .few(let known, let size, let read): return compared { known.judged($0, size: size, read) }
    case .other(let read): return compared { PropertyReader.judge(read($0)) }
    case .optionalStruct: return present()  // read where its properties are
    }
  }
}
