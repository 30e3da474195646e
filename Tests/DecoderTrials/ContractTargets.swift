import ContractKit
import Foundation
import JSONDocument
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import ToDo
import TracingDecoder

extension Target {
  /// Every type that a version of the five contracts reads, with recorded responses that it reads, cut down.
  ///
  /// Types inside of them (members, elements, payloads of envelopes) are decoded along with them.
  package static let contracts: [Target] = [landmarks, omgLol, platziStore, pokeAPI, todo].flatMap(targets(of:))

  /// Where the recordings lie: `Contracts` of the repository that this file belongs to.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Contracts").resolvingSymlinksInPath()

  private static func targets(of contract: Contract) -> [Target] {
    let bodies = recordedBodies(of: contract.id)
    return contract.versions.flatMap { version in
      version.reads.map { target(of: $0, as: $0.responseType, "\(contract.id) \(version.id) \($0.endpoint)", bodies) }
    }
  }

  /// The smallest responses, since all of them have the form that the type wants.
  private static func target<T: Decodable & SendableMetatype>(
    of reads: AnyReads, as type: T.Type, _ place: String, _ bodies: [[UInt8]]
  ) -> Target {
    let makeDecoder = reads.makeDecoder
    let own = bodies.filter { (try? makeDecoder().decode(type, from: Data($0))) != nil }
    let readMost = own.sorted { read($0, as: type, makeDecoder) > read($1, as: type, makeDecoder) }
    let documents = readMost.prefix(6).compactMap { try? JSONDocument($0) }
    let hasDictionary = documents.contains {
      !TracingDecoder.trace(type, in: $0, like: makeDecoder()).dictionaryPaths.isEmpty
    }
    return Target(
      type, "\(place): \(reads.typeName)", hasDictionary: hasDictionary, readMost.prefix(6).map { Seed($0) },
      ownDecoder: makeDecoder)
  }

  /// How many of the type's members are in the text, so that a response to another request, which a type with optional
  /// members only reads as well, comes last.
  private static func read<T: Decodable>(_ bytes: [UInt8], as type: T.Type, _ makeDecoder: () -> JSONDecoder) -> Int {
    guard let document = try? JSONDocument(bytes) else { return 0 }
    return TracingDecoder.trace(type, in: document, like: makeDecoder()).fields.count { $0.seen > 0 }
  }

  /// The distinct bodies of a contract in order of their paths, each array cut to two elements.
  private static func recordedBodies(of contract: String) -> [[UInt8]] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    var seen: Set<[UInt8]> = []
    return (files ?? []).filter { file in
      let parts = file.pathComponents.drop { $0 != "Recordings" }.dropFirst(2)
      return parts.first == contract && file.pathExtension == "json" && !file.path.hasSuffix(".meta.json")
    }
    .sorted { $0.path < $1.path }
    .compactMap { file in
      guard let data = try? Data(contentsOf: file), let document = try? JSONDocument(Array(data)) else { return nil }
      let bytes = cut(document.root, of: document)
      return seen.insert(bytes).inserted ? bytes : nil
    }
  }

  /// The text of a value without white space, with the first two elements of each array.
  private static func cut(_ node: JSONNode, of document: JSONDocument) -> [UInt8] {
    let kind = document.kind(of: node)
    guard kind == .object || kind == .array else { return Array(document.bytes(of: node)) }
    let children = Array(document.children(of: node))
    let parts = (kind == .array ? Array(children.prefix(2)) : children).map { child in
      let name = kind == .object ? Array(document.text[document.nameRange(of: child)]) : []
      let quote = [UInt8(ascii: "\"")]
      return (kind == .object ? quote + name + quote + [UInt8(ascii: ":")] : []) + cut(child, of: document)
    }
    let (open, close) = kind == .object ? ("{", "}") : ("[", "]")
    return Array(open.utf8) + parts.joined(separator: [UInt8(ascii: ",")]) + Array(close.utf8)
  }
}
