/// Writes domain types and the mappings to them: what an app would begin with.
struct DomainSource {
  private let deduction: TypeDeduction
  private let names: InferredNames
  private let usesSnakeCase: Bool
  private let own: InferredNames

  init(_ deduction: TypeDeduction, _ names: InferredNames, usesSnakeCase: Bool) {
    (self.deduction, self.names, self.usesSnakeCase) = (deduction, names, usesSnakeCase)
    own = names.domain
  }

  /// A structure, or an enum, for each kind of object, with an initializer from its DTO. Words stay what they are.
  var blocks: [String] {
    deduction.declarations.indices.compactMap { index in
      switch deduction.declarations[index].form {
      case .words: nil
      case .structure(let properties): structure(index, properties)
      case .union(let alternatives): enumeration(index, alternatives.map { ($0.name, $0.type) }, hasOther: false)
      case .kinds(_, let kinds):
        enumeration(
          index, zip(SwiftName.cases(for: kinds.map(\.name)), kinds).map { ($0, $1.type) }, hasOther: true)
      }
    }
  }

  private func structure(_ index: Int, _ properties: [InferredDeclaration.Property]) -> String {
    let list = PropertyNames(properties.map(\.key), snakeCase: usesSnakeCase).names
    var lines = [(deduction.holdsItself(index) ? "final class " : "struct ") + "\(own[index]) {"]
    for (property, name) in zip(properties, list) {
      lines.append("  let \(SwiftName.quoted(name)): \(text(property.type))")
    }
    lines += ["", "  init(_ dto: \(names[index])) {"]
    for (property, name) in zip(properties, list) {
      lines.append(
        "    \(name == "dto" ? "self." : "")\(SwiftName.quoted(name)) = \(value("dto.\(SwiftName.quoted(name))", property.type))"
      )
    }
    return (lines + ["  }", "}"]).joined(separator: "\n")
  }

  private func enumeration(_ index: Int, _ cases: [(String, InferredType)], hasOther: Bool) -> String {
    let other = SwiftName.otherCase(beside: cases.map(\.0))
    var lines = ["enum \(own[index]) {"]
    lines += cases.map { "  case \(SwiftName.quoted($0.0))(\(text($0.1)))" }
    if hasOther { lines.append("  case \(other)(String)") }
    lines += ["", "  init(_ dto: \(names[index])) {", "    switch dto {"]
    lines += cases.map {
      "    case .\(SwiftName.quoted($0.0))(let value): self = .\(SwiftName.quoted($0.0))(\(value("value", $0.1)))"
    }
    if hasOther { lines.append("    case .\(other)(let value): self = .\(other)(value)") }
    return (lines + ["    }", "  }", "}"]).joined(separator: "\n")
  }

  private func isConverted(_ type: InferredType) -> Bool {
    if case .declared(let index) = type.innermost { !deduction.declarations[index].form.isOfWords } else { false }
  }

  /// The type in the domain.
  private func text(_ type: InferredType) -> String { type.text(isConverted(type) ? own : names) }

  /// A value of the domain, made of one of the DTO.
  private func value(_ expression: String, _ type: InferredType) -> String {
    guard isConverted(type) else { return expression }
    switch type {
    case .declared(let index): return "\(own[index])(\(expression))"
    case .optional(let inner), .array(let inner):
      if case .declared(let index) = inner { return "\(expression).map(\(own[index]).init)" }
      return "\(expression).map { \(value("$0", inner)) }"
    case .dictionary(let inner):
      if case .declared(let index) = inner { return "\(expression).mapValues(\(own[index]).init)" }
      return "\(expression).mapValues { \(value("$0", inner)) }"
    default: return expression
    }
  }
}
