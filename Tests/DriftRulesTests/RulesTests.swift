import DriftModel
import DriftRules
import PayloadShape
import Testing

@Suite("The registry of rules")
struct RulesTests {
  @Test("Every id has its own rule, and no rule lacks a facet", arguments: RuleID.allCases)
  func facets(_ id: RuleID) {
    let rule = Rules.rule(for: id)
    #expect(rule.id == id && id.rawValue.hasPrefix("\(id.family.rawValue)-"))
    for sentence in [rule.meaning, rule.remedy] {
      #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(sentence)")
    }
    #expect(!rule.consequences.isEmpty && Set(rule.consequences).count == rule.consequences.count)
    #expect(!rule.noun.one.isEmpty && !rule.noun.many.isEmpty && rule.noun.one != rule.noun.many)
    #expect(rule.oasdiff.allSatisfy { $0.hasPrefix("response-") })
    // A change of shape has a sentence about its kind, and a member that cannot be read one about its failure.
    #expect((rule.change != nil) == [.field, .volume].contains(id.family))
    #expect(rule.change?.clause.hasPrefix("which ") ?? true)
    let isOfMember = [.decode, .loss].contains(id.family) && rule.about != .response
    #expect((rule.failure != nil) == isOfMember)
  }

  @Test("That a mapping drops records by design is said in the same words, whichever rule finds it")
  func byDesign() {
    let remarks = Rules.all.map(\.noun.remark).filter { $0.contains("design") }
    #expect(remarks.count == 3 && Set(remarks) == [" (by design, as far as known)"])
  }

  @Test("Every kind of change is reported by exactly one rule, with a sentence", arguments: ChangeKind.allCases)
  func kinds(_ kind: ChangeKind) throws {
    let rules = Rules.all.filter { $0.change?.kinds.contains(kind) == true }
    #expect(rules.count == 1)
    let change = ShapeChange(kind, path: "$.price", before: "number", after: "string", count: 1, total: 2)
    let sentence = try #require(rules.first?.change).sentence(change)
    #expect(sentence.hasPrefix("$.price ") && !sentence.hasSuffix("."))
    // Growth costs nothing and waits for no evidence; all else does.
    #expect((rules[0].evidence == .change) == !kind.isGrowth)
  }

  @Test("A member that cannot be read is named in one sentence", arguments: Rules.all.compactMap(\.failure).indices)
  func failures(_ index: Int) {
    let failure = failure(.decodeTypeMismatch, "$[*].price")
    let sentence = Rules.all.compactMap(\.failure)[index](failure)
    #expect(sentence.contains("ProductDTO.price") && sentence.hasSuffix("."))
  }
}
