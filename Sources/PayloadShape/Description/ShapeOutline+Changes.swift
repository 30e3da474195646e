import JSONDocument

/// A difference between two outlines at one path.
public struct OutlineChange: Equatable, Sendable {
  /// What is different.
  public let kind: ChangeKind
  /// The path (RFC 9535 notation); of several below each other the topmost.
  public let path: String
  /// What was there, in words; empty for what came.
  public let before: String
  /// What is there, in words; empty for what went.
  public let after: String
}

extension ShapeOutline {
  /// What differs from an earlier outline of the same payloads, by path.
  ///
  /// It compares what was learned, and asks no probability: a member that one payload of a thousand lacks became optional. Linear in the nodes.
  public func changes(since former: ShapeOutline) -> [OutlineChange] {
    guard let old = former.root, let new = root else { return [] }
    var changes: [OutlineChange] = []
    new.compare(with: old, into: &changes)
    return changes
  }
}

extension ShapeOutline.Node {
  fileprivate func compare(with old: Self, into changes: inout [OutlineChange]) {
    func add(_ kind: ChangeKind, _ before: String, _ after: String) {
      changes.append(OutlineChange(kind: kind, path: path, before: before, after: after))
    }
    let (had, has) = (Set(old.kinds).subtracting([.null]), Set(kinds).subtracting([.null]))
    if had != has, !has.isEmpty { add(has.isSuperset(of: had) ? .typeWidened : .typeChanged, old.kindWords, kindWords) }
    if isNullable, !old.isNullable { add(.becameNullable, old.kindWords, kindWords) }
    if old.isWhole, !isWhole, has.contains(.number) { add(.becameFractional, "whole numbers", "fractions") }
    if isMember, old.isRequired || old.isSteady, !isRequired, !isSteady {
      add(.becameOptional, old.isRequired ? "always there" : old.presence, presence)
    }
    if let known = old.words, formats.contains(where: { $0 != .empty }),
      words.map({ !Set($0).isSubset(of: known) }) ?? true
    {
      add(
        .valueAdded, known.map { "\"\($0)\"" }.joined(separator: ", "),
        words.map { words in
          words.map { "\"\($0)\"" }.joined(separator: ", ")
        } ?? "other texts as well")
    }
    if !old.formats.isEmpty, !Set(formats).isSubset(of: old.formats) {
      add(.formatChanged, Self.words(old.formats), Self.words(formats))
    }
    let known = Dictionary(old.children.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for child in children {
      if let former = known[child.path] {
        child.compare(with: former, into: &changes)
      } else {
        changes.append(OutlineChange(kind: .memberAdded, path: child.path, before: "", after: child.kindWords))
      }
    }
    let paths = Set(children.map(\.path))
    for child in old.children where !paths.contains(child.path) {
      changes.append(OutlineChange(kind: .memberRemoved, path: child.path, before: child.kindWords, after: ""))
    }
  }

  private var isMember: Bool { if case .member = step { true } else { false } }

  private static func words(_ formats: [StringFormat]) -> String { formats.map(\.words).joined(separator: " or ") }
}
