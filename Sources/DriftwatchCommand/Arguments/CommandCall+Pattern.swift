import JSONDocument

extension CommandCall {
  /// The value of an option that is a path, spelled as paths of findings are: `$.orders[*]` of `$['orders'][*]`; `nil` if it was not
  /// given.
  ///
  /// - Throws: `CommandFailure` with exit code 2 if it is no path.
  func pattern(_ option: String) throws -> String? {
    try value(option).map { try Self.pattern($0, for: option) }
  }

  /// A path spelled as paths of findings are.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that names `option` if it is no path.
  static func pattern(_ text: String, for option: String) throws -> String {
    do throws(JSONPathError) {
      return try JSONPath(text).pattern
    } catch {
      throw CommandFailure.usage(
        "\(option) needs a JSONPath from the root on, such as $[*].price: \("\(error)".printable)")
    }
  }
}
