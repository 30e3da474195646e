/// Header fields of one response in their order.
public struct HeaderFields: Sendable, Sequence, ExpressibleByArrayLiteral, CustomStringConvertible {
  private var fields: [HeaderField] = []

  /// No field at all.
  public init() {}

  /// Keeps fields as they are, except that a line break in a value becomes a space (RFC 9110 section 5.5).
  public init(_ fields: some Sequence<HeaderField>) {
    self.fields = fields.map { HeaderField(name: $0.name, value: $0.value.replacing("\n", with: " ")) }
  }

  /// The same, for a list written out.
  public init(arrayLiteral fields: HeaderField...) { self.init(fields) }

  /// Whether there is no field.
  public var isEmpty: Bool { fields.isEmpty }

  /// Value of the first field named `name`, in any letter case; `nil` if there is none.
  public func first(_ name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// Whether there is a field named `name`, in any letter case.
  public func contains(_ name: String) -> Bool { fields.contains { $0.isNamed(name) } }

  /// Members of all fields named `name` as one comma-separated list (RFC 9110 section 5.6.1), without empty ones.
  public func list(_ name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.flatMap { $0.value.split(separator: ",") }.map { $0.trimmingBlanks() }.filter {
      !$0.isEmpty
    }
  }

  /// Goes through the fields in their order.
  public func makeIterator() -> Array<HeaderField>.Iterator { fields.makeIterator() }

  /// The fields as a list, for messages of tests.
  public var description: String { "\(fields)" }

  mutating func append(_ field: HeaderField) { fields.append(field) }

  /// Continues the value of the last field after a space (RFC 9112 section 5.2); without effect if there is none.
  mutating func fold(_ value: String) {
    guard let last = fields.popLast() else { return }
    fields.append(HeaderField(name: last.name, value: "\(last.value) \(value)".trimmingBlanks()))
  }
}
