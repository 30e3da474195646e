// What only parent and worker say to each other is written as lists, in the order of the declarations: both are the same
// program. Members with names would cost more than all else about a small response, since the runtime searches all conformances
// of the program for each type of names, in either process.

extension Encoder {
  /// Writes values as one list.
  func encode<each Part: Encodable>(list parts: repeat each Part) throws {
    var list = unkeyedContainer()
    repeat try list.encode(each parts)
  }
}

extension Decoder {
  /// The values of a list, of as many and such types as are wanted.
  func list<each Part: Decodable>() throws -> (repeat each Part) {
    var list = try unkeyedContainer()
    return (repeat try list.decode((each Part).self))
  }
}
