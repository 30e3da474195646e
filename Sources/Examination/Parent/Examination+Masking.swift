import DriftModel
import PayloadShape
import System

extension Examination {
  /// The facts without declared secrets, which a provider may send back in its response.
  ///
  /// Links and request bodies stay as they are, because requests are made of them. Links are masked when they are
  /// stored, and bodies are never stored. If a secret is part of the facts' own words, the result is "not examined"
  /// with the reason.
  func masked(by mask: SecretMask) -> Examination {
    guard !mask.isEmpty else { return self }
    var rest = self
    // Shapes are masked by their own method below. Links and bodies stay.
    (rest.shape, rest.links) = (nil, [:])
    for version in versions.indices {
      for send in versions[version].sends.indices {
        rest.versions[version].sends[send].shape = nil
        rest.versions[version].sends[send].body = nil
      }
    }
    guard var masked = try? mask.masked(rest) else {
      return Examination(text: .notExamined(reason: SecretMask.ambiguity))
    }
    (masked.shape, masked.links) = (shape?.replacingTexts(mask.masked), links)
    for version in versions.indices {
      for send in versions[version].sends.indices {
        let own = versions[version].sends[send]
        masked.versions[version].sends[send].shape = own.shape?.replacingTexts(mask.masked)
        masked.versions[version].sends[send].body = own.body
      }
    }
    return masked
  }
}

extension SecretMask {
  fileprivate static let ambiguity =
    "a secret of this contract is a word that results are spelled with; use a longer one"

  /// Lineages without declared secrets. A lineage that contains a secret in its own words is left out.
  func masked(_ lineages: [Lineage]) -> [Lineage] { lineages.compactMap { try? masked($0) } }
}
