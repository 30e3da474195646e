extension PayloadShape {
  /// Several documents as one response: what all of them hold, as if they were one list.
  ///
  /// So the titles of a dozen details that are asked for again and again are no more of a vocabulary than those of one list. Linear in
  /// the paths.
  ///
  /// - Parameter shapes: The shapes of the documents.
  /// - Returns: Their shape; `nil` if there are none.
  public static func ofOneResponse(_ shapes: [PayloadShape]) -> PayloadShape? {
    guard var shape = shapes.dropFirst().reduce(shapes.first, { $0?.merged(with: $1) }) else { return nil }
    if shape.documents > 1 { shape.root.finishResponse() }
    return shape
  }
}

extension ShapeNode {
  fileprivate mutating func finishResponse() {
    statistics.strings.finishDocument()
    for index in children.indices { children[index].finishResponse() }
  }
}
