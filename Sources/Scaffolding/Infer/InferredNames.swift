/// Names of declared types: each its own, by where it was found.
struct InferredNames {
  /// Names of DTOs, and of what stands for each in the domain.
  private var (names, bases): ([String], [String]) = ([], [])

  /// Names for all declarations.
  ///
  /// - Parameters:
  ///   - declarations: The types.
  ///   - root: The name of the type at the top.
  ///   - suffix: What each name of a DTO ends with; words have none, since the domain has the same ones.
  ///   - others: Names that something else has.
  init(_ declarations: [InferredDeclaration], root: String, suffix: String, except others: Set<String> = []) {
    var taken = others
    for declaration in declarations {
      let candidates = Self.candidates(for: declaration)
      func isFree(_ name: String) -> Bool {
        SwiftName.isFree(type: name) && !taken.contains(name) && !taken.contains(name + suffix)
      }
      let base = candidates.first ?? root
      let name =
        (candidates + [base + "Model"]).first(where: isFree) ?? (2...).lazy.map { "\(base)\($0)" }.first(where: isFree)
        ?? base
      taken.formUnion([name, name + suffix])
      bases.append(name)
      names.append(declaration.form.isOfWords ? name : name + suffix)
    }
  }

  /// The name of a declaration.
  subscript(index: Int) -> String { names[index] }

  /// The same for the domain.
  var domain: InferredNames {
    var domain = self
    domain.names = bases
    return domain
  }

  private static func candidates(for declaration: InferredDeclaration) -> [String] {
    let near = declaration.suggestions.compactMap(\.first).map(SwiftName.type)
    var found: [String] = []
    // Where it stands at several places under several names, what it consists of names it better than one of the places.
    if Set(near).count > 2, case .structure(let properties) = declaration.form, properties.count <= 3 {
      found.append(SwiftName.type(properties.map(\.key).joined(separator: "_")))
    }
    found += near.prefix(1)
    for names in declaration.suggestions.prefix(4) {
      var longer = ""
      for name in names.prefix(4) {
        longer = SwiftName.type(SwiftName.singular(name)) + longer
        found.append(longer)
      }
    }
    return found
  }
}

extension InferredDeclaration.Form {
  /// Whether it is an enum of words.
  var isOfWords: Bool { if case .words = self { true } else { false } }
}
