import JSONDocument

/// A member's name as paths show it; see `JSONPath.boundedName(_:)`.
public func boundedName(_ name: String) -> String { JSONPath.boundedName(name) }

/// An RFC 6901 pointer whose names are as paths show them; see `JSONPath.boundedPointer(_:)`.
public func boundedPointer(_ pointer: String) -> String { JSONPath.boundedPointer(pointer) }
