extension DecodingTrace {
  /// How this trace differs from what Foundation's decoder did with the same document.
  ///
  /// If dictionaries were decoded, only success and failure are compared, because Foundation visits their members in
  /// the order of their hashes and may name any of several bad ones.
  ///
  /// - Parameter error: What Foundation threw; nil if it decoded the document.
  /// - Returns: One plain sentence without its full stop; nil if they agree.
  public func disagreement(with error: (any Error)?) -> String? {
    switch (error, verdict) {
    case (_, .notMirrored), (nil, .decoded): return nil
    case (nil, .failed(let failure)):
      return "Foundation decodes it, we fail at \(failure.pattern)"
    case (let error?, .decoded):
      return "Foundation refuses it (\(Self.kind(of: error))), we decode it"
    case (let error?, .failed(let failure)):
      guard dictionaryPaths.isEmpty, !failure.pattern.contains(".*") else { return nil }
      let kind = Self.kind(of: error)
      guard kind == failure.thrownKind else {
        return "Foundation says \(kind), we say \(failure.thrownKind) at \(failure.pattern)"
      }
      guard let path = (error as? DecodingError)?.context?.codingPath.map(\.stringValue), path != failure.codingPath
      else { return nil }
      return "Foundation fails at \(Self.words(path)), we fail at \(Self.words(failure.codingPath))"
    }
  }

  private static func kind(of error: any Error) -> String { (error as? DecodingError)?.kindName ?? "other" }

  private static func words(_ path: [String]) -> String { path.isEmpty ? "the top" : path.joined(separator: ".") }
}
