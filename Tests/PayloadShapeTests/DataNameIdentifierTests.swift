import Testing

@testable import PayloadShape

@Suite("Names of identifiers")
struct DataNameIdentifierTests {
  /// The shortcut for names in ASCII finds the last word where the rule for all names finds it.
  @Test("The last word is the same as that of the rule for all names, for every name of four parts")
  func lastWord() {
    let parts = ["id", "ID", "Id", "user", "URL", "x", "9", "_", "-", "é", "uuid", "UUID", "A", "b", " ", ""]
    var found = 0
    for first in parts {
      for second in parts {
        for third in parts {
          for last in ["", "Id", "s", "_"] {
            let name = first + second + third + last
            // With a letter beyond ASCII that is a word of its own the long way is taken.
            let isIdentifier = DataName.isIdentifier(name)
            #expect(isIdentifier == DataName.isIdentifier("é " + name), "\(name)")
            found += isIdentifier ? 1 : 0
          }
        }
      }
    }
    #expect(found > 1000)
  }
}
