/// Whether `path` names something that contains what `other` names; paths as RFC 9535 patterns.
package func isPath(_ path: String, ancestorOf other: String) -> Bool {
  guard other.utf8.count > path.utf8.count, other.hasPrefix(path) else { return false }
  let next = other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: path.utf8.count)]
  return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
}

/// The paths that contain what a path names, the outermost first: those for which ``isPath(_:ancestorOf:)`` holds.
///
/// - Parameter path: An RFC 9535 pattern.
/// - Returns: Its beginnings before each step.
package func pathsAbove(_ path: String) -> [String] {
  path.utf8.indices.dropFirst().compactMap { index in
    let byte = path.utf8[index]
    return byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") ? String(path[..<index]) : nil
  }
}

/// Paths of which some are asked for: the same, above or below others. Asking takes no longer where there are many.
package struct PathIndex: Sendable {
  private var paths: Set<String> = []
  private var above: Set<String> = []

  /// No paths.
  package init() {}

  /// Takes in a path.
  package mutating func insert(_ path: String) {
    guard paths.insert(path).inserted else { return }
    above.formUnion(pathsAbove(path))
  }

  /// Whether one of the paths is `path`, or lies above or below it.
  package func isNear(_ path: String) -> Bool {
    guard !paths.isEmpty else { return false }
    return paths.contains(path) || above.contains(path) || pathsAbove(path).contains(where: paths.contains)
  }

  /// The longest of the paths that is `path` or lies above it.
  package func nearest(to path: String) -> String? {
    guard !paths.isEmpty else { return nil }
    return paths.contains(path) ? path : pathsAbove(path).last(where: paths.contains)
  }

  /// The shortest of the paths that is `path` or lies above it.
  package func topmost(above path: String) -> String? {
    guard !paths.isEmpty else { return nil }
    return pathsAbove(path).first(where: paths.contains) ?? (paths.contains(path) ? path : nil)
  }
}
