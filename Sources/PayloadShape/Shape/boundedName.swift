import JSONDocument

// For modules that do not import `JSONDocument`.

/// See `JSONPath.boundedName(_:)`.
public func boundedName(_ name: String) -> String { JSONPath.boundedName(name) }

/// See `JSONPath.boundedPointer(_:)`.
public func boundedPointer(_ pointer: String) -> String { JSONPath.boundedPointer(pointer) }

/// See `FNV1a.hash(_:)`.
package func fnv1a(_ text: String) -> UInt64 { FNV1a.hash(text.utf8) }
