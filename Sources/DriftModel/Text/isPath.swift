/// Whether `path` names something that contains what `other` names; paths as RFC 9535 patterns.
package func isPath(_ path: String, ancestorOf other: String) -> Bool {
  guard other.utf8.count > path.utf8.count, other.hasPrefix(path) else { return false }
  let next = other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: path.utf8.count)]
  return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
}
