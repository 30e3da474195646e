import Foundation
import System
import Testing

@testable import Scaffolding

/// One file, and what of it has to go.
struct CutCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String
  /// What is left.
  let left: String
  /// The names of the pieces, without imports.
  let pieces: [String]

  init(_ title: String, _ source: String, _ left: String, _ pieces: [String]) {
    (testDescription, self.source, self.left, self.pieces) = (title, source, left, pieces)
  }

  static let all = [
    CutCase(
      "a computed property goes with its comment; the type stays",
      """
      // Shop.swift

      import Foundation
      import SwiftUI

      /// A product.
      struct Product: Codable {
        let id: Int
        let title: String

        /// Green if people like it,
        /// else grey.
        var color: Color { title.isEmpty ? .gray : .green }
      }

      """,
      """
      // Shop.swift

      import Foundation

      /// A product.
      struct Product: Codable {
        let id: Int
        let title: String
      }

      """, ["Product.color"]),
    CutCase(
      "what stands behind conditions goes alone, whichever branch holds",
      """
      import Foundation
      import SwiftUI

      struct Product: Codable {
        let id: Int
        #if os(iOS)
          var image: UIImage? { nil }
        #else
          var color: Color { .red }
        #endif
      }

      #if DEBUG
        struct Product_Previews: PreviewProvider {
          static var previews: some View { Text("#if") }
        }
      #endif

      """,
      """
      import Foundation

      struct Product: Codable {
        let id: Int
        #if os(iOS)
          var image: UIImage? { nil }
        #else
        #endif
      }

      #if DEBUG
        struct Product_Previews {
        }
      #endif

      """, ["Product.color", "PreviewProvider of Product_Previews", "Product_Previews.previews"]),
    CutCase(
      "attributes of a class for a database go, the class and its properties stay",
      """
      import Foundation
      import SwiftData

      @Model
      final class Item {
        @Attribute(.unique) var id: UUID
        var name: String

        init(id: UUID, name: String) {
          self.id = id
          self.name = name
        }
      }

      """,
      """
      import Foundation

      final class Item {
        var id: UUID
        var name: String

        init(id: UUID, name: String) {
          self.id = id
          self.name = name
        }
      }

      """, ["@Attribute of Item.id", "@Model of Item"]),
    CutCase(
      "a conformance goes with the member that only it needs",
      """
      import CoreTransferable
      import Foundation

      struct DTO: Codable, Transferable, Hashable {
        let id: Int

        static var transferRepresentation: some TransferRepresentation {
          CodableRepresentation(contentType: .json)
        }
      }

      struct Pair: Transferable, Sendable2 {}
      protocol Sendable2 {}

      """,
      """
      import Foundation

      struct DTO: Codable, Hashable {
        let id: Int
      }

      struct Pair: Sendable2 {}
      protocol Sendable2 {}

      """, ["DTO.transferRepresentation", "Transferable of DTO", "Transferable of Pair"]),
    CutCase(
      "what needs what went goes too, and nothing else",
      """
      import UIKit

      struct Product {
        let id: Int
        let tint: UIColor = .red
        func label() -> String { describe(tint) }
        func name() -> String { "Product \\(id)" }
      }

      func describe(_ color: UIColor) -> String { "\\(color)" }
      func other() -> String { "x" }

      """,
      """
      struct Product {
        let id: Int
        func name() -> String { "Product \\(id)" }
      }

      func other() -> String { "x" }

      """, ["Product.label", "Product.tint", "describe"]),
    CutCase(
      "requirements of a protocol, protocols and typealiases go",
      """
      import Combine
      import Foundation
      import UIKit

      protocol Service {
        func load() -> AnyPublisher<Int, Error>
        func reload()
      }
      protocol Screen { var view: UIView { get } }
      protocol Store {
        associatedtype Change: Publisher
      }

      typealias Tint = UIColor
      struct Product {
        typealias Shade = Tint
        let id: Int
      }

      """,
      """
      import Foundation

      protocol Service {
        func reload()
      }
      protocol Store {
      }

      struct Product {
        let id: Int
      }

      """, ["Product.Shade", "Screen", "Service.load", "Store.Change", "Tint"]),
    CutCase(
      "macros of the toolchain are found, so that what they expand stays",
      """
      import Foundation
      import Observation
      import SwiftUI

      @Observable
      final class Basket {
        var count = 0
        var color: Color { .green }
      }

      """,
      """
      import Foundation
      import Observation

      @Observable
      final class Basket {
        var count = 0
      }

      """, ["Basket.color"]),
    CutCase(
      "previews, and text over several lines, with other lines' ends",
      "import SwiftUI\r\n\r\nstruct Row {\r\n  let id: Int\r\n}\r\n\r\n#Preview {\r\n  Text(\"\"\"\r\n    }\r\n    \"\"\")\r\n}\r\n",
      "struct Row {\r\n  let id: Int\r\n}\r\n", ["#Preview"]),
  ]
}

@Suite("The smallest cut of files that import what this machine lacks")
struct ForeignCutTests {
  private let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }

  private func search(_ files: [(String, String)]) throws -> ForeignCut.Outcome {
    try ForeignCut.search(files.map { ($0.0, Array($0.1.utf8)) }, environment: environment)
  }

  @Test("It takes declarations, attributes or conformances, whatever is least", arguments: CutCase.all)
  func cuts(_ entry: CutCase) throws {
    guard case .found(let cut) = try search([("Shop.swift", entry.source)]) else {
      Issue.record("\(try search([("Shop.swift", entry.source)]))")
      return
    }
    #expect(cut.files["Shop.swift"].map { String(decoding: $0, as: UTF8.self) } == entry.left)
    #expect(cut.pieces.filter { $0.kind != .importing }.map(\.name).sorted() == entry.pieces.sorted())
    #expect(cut.emptied.isEmpty)
  }

  @Test(
    "A part that decides how a type decodes is named, and no part of one that reads as before",
    arguments: [
      ("struct A: Decodable {\n  let id: Int\n  let tint: Color\n}\n", ["A: the stored property tint goes"]),
      ("struct A {\n  let id: Int\n  let tint: Color\n}\n", []),
      ("struct A: Decodable {\n  let id: Int\n  let tint: Color = .red\n  static let one = Color.red\n}\n", []),
      (
        "struct A: Decodable {\n  let id: Int\n  var tint: Color = .red\n  enum CodingKeys: CodingKey { case id }\n}\n",
        []
      ),
      (
        "struct A: Decodable {\n  let id: Int\n  var tint: Color?\n  enum CodingKeys: CodingKey {\n    case id\n    case tint\n  }\n}\n",
        ["A: the stored property tint goes", "A: CodingKeys.tint goes"]
      ),
      (
        "struct A: Decodable {\n  var tint: Color?\n  init(from decoder: any Decoder) throws {\n  }\n}\n", []
      ),
      (
        "struct A: Decodable {\n  var id = 1\n  init(from decoder: any Decoder) throws {\n    print(Color.red)\n  }\n}\n",
        ["A: init(from:) goes"]
      ),
      (
        "struct A {\n  var id = 1\n}\nextension A: Decodable {\n  init(from decoder: any Decoder) throws {\n    print(Color.red)\n  }\n}\n",
        ["A: init(from:) goes"]
      ),
      (
        "protocol DTO: Codable {}\nenum A {\n  struct B: DTO {\n    let id: Int\n    let tint: Color\n  }\n}\n",
        ["A.B: the stored property tint goes"]
      ),
    ] as [(String, [String])])
  func decoding(_ source: String, _ changes: [String]) throws {
    guard case .found(let cut) = try search([("A.swift", "import SwiftUI\n" + source)]) else {
      Issue.record("there is no cut")
      return
    }
    #expect(cut.decodingChanges.map { "\($0.type): \($0.part)" } == changes, "\(cut.pieces)")
  }

  @Test(
    "Files are compiled together: one that needs another's type loses that, and a file of which nothing is left is named"
  )
  func severalFiles() throws {
    let outcome = try search([
      (
        "Style.swift",
        "import SwiftUI\n\nstruct Style {\n  let color: Color\n}\n\nextension Style: View {\n  var body: some View { color }\n}\n"
      ),
      ("View.swift", "import SwiftUI\n\nextension View {\n  func styled() -> some View { self }\n}\n"),
      ("Product.swift", "import Foundation\n\nstruct Product: Codable {\n  let id: Int\n}\n"),
      ("notes.txt", "import SwiftUI\n"),
    ])
    guard case .found(let cut) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(cut.files.keys.sorted() == ["Style.swift", "View.swift"] && cut.emptied == ["View.swift"], "\(cut.pieces)")
    #expect(
      cut.files["Style.swift"].map { String(decoding: $0, as: UTF8.self) }
        == "struct Style {\n}\n\nextension Style {\n}\n")
  }

  @Test(
    "Nothing has to go where an import is behind a condition, or stays for another reason",
    arguments: [
      "#if canImport(SwiftUI)\nimport SwiftUI\n#endif\nstruct A {}\n", "import Foundation\nstruct A { let b: B }\n",
      "import Foundation\n",
    ])
  func needless(_ source: String) throws {
    guard case .needless = try search([("A.swift", source)]) else {
      Issue.record("something is cut")
      return
    }
  }

  @Test(
    "An import is found with its line, however lines end and whatever stands before it",
    arguments: [
      ("import Foundation\nimport SwiftUI\n", 2), ("import Foundation\r\n\r\n@preconcurrency import SwiftUI\r\n", 3),
      ("\u{FEFF}import SwiftUI", 1), ("import struct SwiftUI.Color\r\n", 1),
      ("// import UIKit\npublic import SwiftUI // for colours\nlet import_ = 1 // import UIKit\n", 2),
      ("import SwiftUI;import Foundation", 1),
    ])
  func imports(_ source: String, _ line: Int) {
    #expect(
      ForeignImport.all(in: Array(source.utf8), of: "A.swift")
        == [ForeignImport(file: "A.swift", line: line, module: "SwiftUI")])
  }

  @Test(
    "Whatever Linux has not is found, but for what stands behind a condition that does not hold there",
    arguments: [
      ("import OSLog\nimport Alamofire\nimport Observation\n", ["OSLog", "Alamofire"]),
      ("#if canImport(UIKit)\n  import UIKit\n#elseif os(macOS) // else\n  import AppKit\n#endif\nimport os\n", ["os"]),
      ("#if canImport(Foundation)\nimport Foundation\n#else\nimport CoreData\n#endif\n", []),
      ("#if !os(Linux)\nimport A\n#else\nimport B\n#endif\n", ["B"]),
      ("#if os(iOS) || os(tvOS)\nimport A\n#endif\n#if DEBUG && canImport(B)\nimport B\n#endif\n", []),
      ("#if DEBUG\nimport A\n#else\nimport B\n#endif\n", ["A", "B"]),
      ("#if (os(iOS) || os(Linux))\nimport A\n#endif\n", ["A"]),
      ("let text = \"\"\"\n  import the goods\n  \"\"\"\n", []),
    ] as [(String, [String])])
  func conditions(_ source: String, _ modules: [String]) {
    #expect(ForeignImport.all(in: Array(source.utf8), of: "A.swift").map(\.module) == modules)
  }

  @Test("Where no cut is found, the line says why")
  func none() throws {
    guard case .none(let reason) = try search([("A.swift", "import SwiftUI\nstruct A {\n")]) else {
      Issue.record("something is found")
      return
    }
    #expect(reason.hasPrefix("A.swift:"), "\(reason)")
    guard
      case .untried(let lack) = try ForeignCut.search(
        [("A.swift", Array("import SwiftUI\n".utf8))], environment: ["PATH": "/nonexistent"])
    else {
      Issue.record("it was tried")
      return
    }
    #expect(lack == "there is no swiftc in PATH")
  }
}
