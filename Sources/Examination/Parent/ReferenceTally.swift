import ContractKit
import DriftModel

/// Collects the identities of a mapping's domain values and their references to others.
struct ReferenceTally {
  private let mapping: AnyMapping
  /// Identities of the values; nil if no mapping refers to them.
  private(set) var identities: IdentityDigests?
  private var references: [ReferenceExamination]

  /// `isReferred` says whether another mapping refers to the values.
  init(_ mapping: AnyMapping, isReferred: Bool) {
    self.mapping = mapping
    identities = isReferred ? IdentityDigests() : nil
    references = mapping.references.map {
      ReferenceExamination(name: $0.name, endpoint: $0.endpoint, mapping: $0.mapping)
    }
    for index in references.indices { references[index].identities = IdentityDigests() }
  }

  /// Adds one domain value; `record` is the position of its record, if known.
  mutating func add(_ domain: Any, record: Int?) {
    if identities != nil, let identity = mapping.identity?(domain), let part = identity.first,
      let text = AnyReference.text(of: part)
    {
      identities?.add(text)
    }
    for (index, reference) in mapping.references.enumerated() {
      guard let text = reference.identity(domain) else { continue }
      references[index].total += 1
      references[index].identities?.add(text, position: record)
    }
  }

  func report(in examination: inout MappingExamination) {
    examination.identities = identities
    examination.references = references.isEmpty ? nil : references
  }
}

extension MappingRunner.Run {
  /// The counts, with identities and references.
  func examination(of mapping: AnyMapping, in version: Version, _ reads: AnyReads) -> MappingExamination {
    var tally = ReferenceTally(mapping, isReferred: version.isReferred(to: mapping.name, at: reads.endpoint))
    for (index, value) in domainValues.enumerated() {
      tally.add(value, record: recordIndices.indices.contains(index) ? recordIndices[index] : nil)
    }
    var examination = examination
    tally.report(in: &examination)
    return examination
  }
}
