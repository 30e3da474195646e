/// What a version is made of.
public enum VersionPart: Sendable {
  /// It reads an endpoint.
  case reads(AnyReads)
  /// It sends a request.
  case sends(AnySends)
  /// It writes back what it read.
  case writesBack(AnyWritesBack)
  /// It makes one value of two responses.
  case joins(AnyJoins)
}

/// Something that is written inside `Version`: `Reads`, `Sends`, `WritesBack` or `Joins`.
public protocol VersionElement {
  /// The element without its type parameters.
  var part: VersionPart { get }
}

extension Reads: VersionElement {
  /// The element without its type parameters.
  public var part: VersionPart { .reads(erased) }
}

extension Sends: VersionElement {
  /// The element without its type parameters.
  public var part: VersionPart { .sends(erased) }
}

extension WritesBack: VersionElement {
  /// The element without its type parameters.
  public var part: VersionPart { .writesBack(erased) }
}

extension Joins: VersionElement {
  /// The element without its type parameters.
  public var part: VersionPart { .joins(erased) }
}
