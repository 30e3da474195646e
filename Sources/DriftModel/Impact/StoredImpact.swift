public import PayloadShape

/// What depends on the responses of a request, with what it was found from.
public struct StoredImpact: Sendable, Equatable {
  /// Build id of the executable whose code was tried; of another one nothing is known.
  public var buildID: String
  /// Values that the responses held from which it was found, by who reads them: one that holds no others shows nothing new.
  public var structure: PayloadStructure
  /// Path by what may happen to it.
  public var matrix: ImpactMatrix
  /// From where the responses were seen, as in ``RequestKey/perspective``; empty until it is stored.
  public var perspective: String

  /// An impact matrix with its origin.
  public init(buildID: String, structure: PayloadStructure, matrix: ImpactMatrix, perspective: String = "") {
    (self.buildID, self.structure, self.matrix, self.perspective) = (buildID, structure, matrix, perspective)
  }
}
