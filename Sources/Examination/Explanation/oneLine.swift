import System

/// `text` up to its first line break and `limit` characters, without characters that could move a terminal's cursor.
func oneLine(_ text: some StringProtocol, limit: Int = 160) -> String {
  let line = text.split(whereSeparator: \.isNewline).first.map { $0.prefix(limit + 1) } ?? ""
  var scalars = String.UnicodeScalarView()
  for scalar in line.unicodeScalars { scalars.append(scalar.isSteering ? " " : scalar) }
  let printable = String(scalars)
  return printable.count <= limit ? printable : printable.prefix(limit) + "…"
}
