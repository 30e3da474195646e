import JSONDocument

/// See `JSONPath.boundedName(_:)`.
public func boundedName(_ name: String) -> String { JSONPath.boundedName(name) }

/// See `JSONPath.boundedPointer(_:)`.
public func boundedPointer(_ pointer: String) -> String { JSONPath.boundedPointer(pointer) }
