extension PayloadShape {
  /// Makes the lists of pages one list: each array that is in no other one holds in every page as much as in all of them together, so that
  /// an empty last page is no empty list.
  ///
  /// Linear in the paths of the shapes.
  ///
  /// - Parameters:
  ///   - pages: Shapes of the pages of one list, one document each.
  ///   - isWhole: Whether all pages are there. If not, nothing is known of how much the list holds.
  public static func joinLists(in pages: inout [PayloadShape], isWhole: Bool) {
    var totals: [String: Int] = [:]
    for page in pages { page.root.addElements(to: &totals, "$") }
    for index in pages.indices { pages[index].root.setElements(isWhole ? totals : [:], "$") }
  }
}

extension ShapeNode {
  /// Adds the elements of arrays that are in no other one, by path.
  fileprivate func addElements(to totals: inout [String: Int], _ path: String) {
    if let longest = statistics.arrays.longest { totals[path] = Tally.sum(totals[path] ?? 0, longest) }
    for child in children where child.step != .element && child.step != .anyMember {
      child.addElements(to: &totals, path + child.step.text)
    }
  }

  fileprivate mutating func setElements(_ totals: [String: Int], _ path: String) {
    if statistics.arrays.count > 0 {
      let total = totals[path]
      (statistics.arrays.shortest, statistics.arrays.longest) = (total, total)
      statistics.arrays.empty = total == 0 ? statistics.arrays.count : 0
    }
    for index in children.indices where children[index].step != .element && children[index].step != .anyMember {
      children[index].setElements(totals, path + children[index].step.text)
    }
  }
}
