import Foundation
import JSONDocument
import TracingDecoder

/// A type to decode, under the letter by which inputs pick it.
struct FuzzTarget: Sendable {
  let letter: UInt8
  let name: String
  private let compare: @Sendable (Data, JSONDocument, JSONDecoder) -> String?

  /// With `comparesPlace`, error kind, path and text are compared too. Not so for dictionaries: of several bad members
  /// Foundation names one in the order of its hash table, we the first.
  init<T: Decodable & Equatable & SendableMetatype>(
    _ letter: Unicode.Scalar, _ type: T.Type, comparesPlace: Bool = true
  ) {
    self.letter = UInt8(ascii: letter)
    name = "\(type)"
    compare = { Comparison<T>($0, $1, $2).difference(comparesPlace: comparesPlace) }
  }

  /// In what our decoders and Foundation's differ, in one line; nil if in nothing.
  func difference(_ data: Data, _ document: JSONDocument, _ decoder: JSONDecoder) -> String? {
    compare(data, document, decoder)
  }

  static let all = [
    FuzzTarget("a", Article.self), FuzzTarget("b", Booking.self), FuzzTarget("c", Catalog.self),
    FuzzTarget("d", [String: Int].self, comparesPlace: false), FuzzTarget("e", [Gesture].self),
    FuzzTarget("f", Folder.self), FuzzTarget("g", [Anchor].self),
    FuzzTarget("h", Headers.self, comparesPlace: false), FuzzTarget("i", Widths.self), FuzzTarget("j", QueuedJob.self),
    FuzzTarget("k", [Weekday: Price].self, comparesPlace: false), FuzzTarget("l", Playlist.self),
    FuzzTarget("m", Price.self), FuzzTarget("n", Fractions.self), FuzzTarget("o", Everything.self),
    FuzzTarget("p", Page<Item>.self), FuzzTarget("q", Drawer.self), FuzzTarget("r", Bounds.self),
    FuzzTarget("s", [Figure].self), FuzzTarget("t", Row.self), FuzzTarget("u", Identifiers.self),
    FuzzTarget("v", Interval.self), FuzzTarget("w", Preferences.self), FuzzTarget("x", Truck.self),
    FuzzTarget("y", Scores.self), FuzzTarget("z", Patch.self), FuzzTarget("A", [[Int]].self),
    FuzzTarget("B", [Bool?].self), FuzzTarget("C", String.self), FuzzTarget("D", Link.self),
    FuzzTarget("E", Mixed.self), FuzzTarget("F", [Int: Item].self, comparesPlace: false), FuzzTarget("G", Scaled.self),
    FuzzTarget("H", Renamed.self), FuzzTarget("J", AnyValue.self, comparesPlace: false),
    FuzzTarget("L", Guarded.self), FuzzTarget("N", [Double].self), FuzzTarget("T", Camper.self),
  ]
}
