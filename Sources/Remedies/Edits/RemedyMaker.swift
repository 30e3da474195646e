import DriftModel
import Foundation
import System

/// Makes the edits that may mend a break, from what the compiler says of the files and what the recordings hold.
struct RemedyMaker {
  let tree: SourceTree
  let sources: [String: SourceText]
  let breaking: Break
  /// The types that are decoded at the endpoint, so that of several with one name the right one is found.
  let reachable: Set<String>
  /// Whether member names are converted from snake case.
  let converts: Bool

  /// All that are worth a trial: first what keeps every value, then the smaller ones. Empty if nothing of the version's own reads the member.
  func remedies() -> [Remedy] {
    var found = enumerations()
    if let (owner, property) = place() { found += propertyRemedies(owner, property) }
    return found.filter { breaking.isWorth($0.cost) }.map { ($0, size(of: $0)) }.enumerated().sorted { one, other in
      let (left, right) = (one.element, other.element)
      if left.0.cost != right.0.cost { return left.0.cost < right.0.cost }
      return (left.1, one.offset) < (right.1, other.offset)
    }.map(\.element.0)
  }

  /// Lines that an edit changes.
  private func size(of remedy: Remedy) -> Int {
    let result = SourceEdit.apply(remedy.edits, to: sources)
    return Set(remedy.edits.map(\.file)).reduce(0) { sum, file in
      guard let old = sources[file], let new = result[file] else { return sum }
      return sum
        + UnifiedDiff.changedLines(
          in: UnifiedDiff.patch(from: old.text(0..<old.bytes.count), to: new.text(0..<new.bytes.count), name: file))
    }
  }

  /// The declaration of the property that asks for the member.
  func place() -> (SourceTree.Declaration, SourceTree.Property)? {
    guard let type = breaking.owner, let wanted = breaking.property,
      let owner = tree.type(named: type, within: reachable)
    else {
      return nil
    }
    // Reports name a coding key as it is spelled.
    let key = owner.keyNames.first { $0.value == wanted }?.key ?? wanted
    guard let property = owner.properties.first(where: { $0.name == key }) else { return nil }
    return (owner, property)
  }

  // MARK: Properties

  private func propertyRemedies(_ owner: SourceTree.Declaration, _ property: SourceTree.Property) -> [Remedy] {
    let type =
      property.type.isEmpty ? MemberType(breaking.failure.types[0]) : memberType(of: property, in: owner)
    var found: [Remedy] = []
    if !property.type.isEmpty, !type.isOptional, !property.hasWrapper {
      found += optional(owner, property, isTolerant: !breaking.broken.isEmpty)
    }
    found += wider(owner, property, type)
    let maker = ReadingMaker(breaking, type: type, property: declaredName(owner, property), converts: converts)
    for reading in maker.readings() {
      guard let edits = host(reading, owner, property) else { continue }
      found.append(
        Remedy(
          title: "\(owner.name).\(property.name): \(reading.title)", edits: edits,
          decisions: [reading.decision].compactMap(\.self),
          cost: reading.cost))
    }
    return found
  }

  /// The type of a property, with what its other names stand for.
  func memberType(of property: SourceTree.Property, in owner: SourceTree.Declaration) -> MemberType {
    MemberType(tree.resolved(property.type, in: owner.name))
  }

  /// The property's name, with that of its type if a helper of this name was added before.
  func declaredName(_ owner: SourceTree.Declaration, _ property: SourceTree.Property) -> String {
    let name = property.name.prefix(1).uppercased() + property.name.dropFirst()
    guard let text = sources[owner.file].map({ $0.text(0..<$0.bytes.count) }) else { return property.name }
    let isTaken = [
      "func decode\(name)(", "enum \(name)Keys", "func decodeFirst\(name)(", "func decodeReadable\(name)(",
    ].contains { text.contains($0) }
    return isTaken ? owner.name.filter { $0 != "." } + name : property.name
  }

  /// Nothing is read where nothing is, or where nothing can be read.
  func optional(
    _ owner: SourceTree.Declaration, _ property: SourceTree.Property, isTolerant: Bool
  ) -> [Remedy] {
    let mark = SourceEdit(file: owner.file, range: property.typeRange, text: property.type + "?")
    let member = breaking.member ?? property.name
    let type = property.plainType
    var edits = [mark]
    var remedy = Remedy(title: "\(owner.name).\(property.name) may be nil", edits: edits)
    if isTolerant || owner.decoding != nil {
      let reading = Reading(
        title: remedy.title,
        expression: { container, key, _ in
          !isTolerant
            ? "try \(container).decodeIfPresent(\(type).self, forKey: \(key))"
            : "try? \(container).decode(\(type).self, forKey: \(key))"
        })
      guard let hosted = host(reading, owner, property) else { return [] }
      edits += hosted
      remedy.title += !isTolerant ? "" : ", which it is where \(member) cannot be read"
    }
    remedy.edits = edits
    remedy.cost = .missing
    remedy.decisions = ["\(owner.name).\(property.name) is nil where the response has no \(member) that can be read"]
    remedy.repair = .defaultAtUses(usr: property.usr, value: memberType(of: property, in: owner).emptyValue)
    return [remedy]
  }

  /// A number type that holds what is sent.
  private func wider(_ owner: SourceTree.Declaration, _ property: SourceTree.Property, _ type: MemberType) -> [Remedy] {
    guard !property.type.isEmpty, type.isInteger || type.text == "Float" else { return [] }
    let numbers = breaking.broken.compactMap { if case .number(let text) = $0 { text } else { nil } }
    guard !numbers.isEmpty else { return [] }
    let areWhole = numbers.allSatisfy { Double($0).map { $0 == $0.rounded() } ?? false }
    let candidates =
      areWhole
      ? (type.text == "Int" || type.text == "Int64" ? ["Decimal", "Double"] : ["Int", "Int64", "Double"]) : ["Double"]
    return candidates.filter { $0 != type.text }.compactMap { wider in
      var edits = [
        SourceEdit(file: owner.file, range: property.typeRange, text: wider + (type.isOptional ? "?" : ""))
      ]
      if let decoding = owner.decoding {
        for call in decoding.calls where call.key == property.name {
          guard let source = sources[decoding.file], let asked = call.type,
            tree.resolved(asked, in: owner.name) == type.text
          else { continue }
          let text = source.text(call.range)
          guard let place = text.range(of: "\(asked).self") else { continue }
          edits.append(
            SourceEdit(
              file: decoding.file, range: call.range, text: text.replacingCharacters(in: place, with: "\(wider).self")))
        }
        guard edits.count > 1 else { return nil }
      }
      return Remedy(title: "\(owner.name).\(property.name) becomes \(wider)", edits: edits)
    }
  }

  // MARK: Where a reading stands

  /// The edits that put a reading in place of the one that is there; `nil` where there is no place for it.
  func host(_ reading: Reading, _ owner: SourceTree.Declaration, _ property: SourceTree.Property)
    -> [SourceEdit]?
  {
    guard let edits = owner.decoding.map({ replace(reading, $0, property) }) ?? initializer(reading, owner, property)
    else {
      return nil
    }
    guard let file = owner.decoding?.file ?? Optional(owner.file), let source = sources[file] else { return nil }
    let end = source.bytes.count
    let isEnded = source.bytes.last == 10
    return edits
      + reading.declarations.map { SourceEdit(file: file, range: end..<end, text: (isEnded ? "\n" : "\n\n") + $0) }
  }

  /// In an initialiser that somebody wrote, the call is another one.
  private func replace(_ reading: Reading, _ decoding: SourceTree.Decoding, _ property: SourceTree.Property)
    -> [SourceEdit]?
  {
    let calls = decoding.calls.filter { $0.key == property.name }
    guard !calls.isEmpty, let source = sources[decoding.file] else { return nil }
    return calls.map { call in
      var text = reading.expression(call.container, ".\(call.key)", decoding.decoder)
      if call.trial == "try?", text.hasPrefix("try ") {
        // What was left out without an error stays so; the whole expression is what `try?` covers.
        text = text.contains("??") ? "try? (\(text.dropFirst(4)))" : "try? " + text.dropFirst(4)
      } else if call.trial.isEmpty, text.hasPrefix("try ") {
        text = String(text.dropFirst(4))
      }
      let indent = source.indentation(at: call.range.lowerBound) + "  "
      return SourceEdit(file: decoding.file, range: call.range, text: text.replacing("\n", with: "\n\(indent)"))
    }
  }

  /// Where the compiler makes the initialiser, it is written with the reading in it.
  private func initializer(
    _ reading: Reading, _ owner: SourceTree.Declaration, _ property: SourceTree.Property
  ) -> [SourceEdit]? {
    guard owner.isDecoded, owner.kind != .enumeration, let keys = owner.codingKeys, keys.contains(property.name),
      let source = sources[owner.file]
    else { return nil }
    var lines: [String] = []
    for key in keys {
      guard let member = owner.properties.first(where: { $0.name == key }), !member.hasWrapper, !member.type.isEmpty
      else { return nil }
      if member.isConstant, member.hasInitialValue { continue }
      if key == property.name {
        lines.append("\(key) = " + reading.expression("values", ".\(key)", "decoder").replacing("\n", with: "\n    "))
      } else if member.isOptional {
        lines.append("\(key) = try values.decodeIfPresent(\(member.plainType).self, forKey: .\(key))")
      } else {
        lines.append("\(key) = try values.decode(\(member.type).self, forKey: .\(key))")
      }
    }
    let isStructure = owner.kind == .structure
    // Who writes the initialiser has to write its keys too.
    let written =
      owner.hasWrittenKeys ? "" : "private enum CodingKeys: String, CodingKey { case \(keys.joined(separator: ", ")) }"
    let indent = isStructure ? "" : source.indentation(at: owner.range.lowerBound)
    var text = "\n" + (isStructure ? "\nextension \(owner.name) {\n" : "")
    if !written.isEmpty { text += "\(indent)  \(written)\n\n" }
    text +=
      "\(indent)  \(owner.access)\(owner.kind == .openClass ? "required " : "")init(from decoder: any Decoder) throws {\n"
    text += "\(indent)    let values = try decoder.container(keyedBy: CodingKeys.self)\n"
    text += lines.map { "\(indent)    \($0.replacing("\n", with: "\n" + indent))\n" }.joined()
    text += "\(indent)  }\n"
    // An extension leaves the type its memberwise initialiser; a class cannot have the initialiser there.
    guard isStructure else {
      let end = owner.range.upperBound - 1
      return [SourceEdit(file: owner.file, range: end..<end, text: text + indent)]
    }
    var end = owner.range.upperBound
    if owner.name.contains(".") {
      end =
        tree.types.values.filter { $0.file == owner.file && $0.range.lowerBound < owner.range.lowerBound }
        .map(\.range.upperBound).filter { $0 > end }.max() ?? end
    }
    return [SourceEdit(file: owner.file, range: end..<end, text: text + "}")]
  }
}
