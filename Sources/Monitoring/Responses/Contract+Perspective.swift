public import ContractKit

extension Contract {
  /// The perspective of responses that are fetched from a viewpoint, such as a region: the viewpoint, behind what the contract itself
  /// declares. `viewpoint`: `nil` for none.
  public func perspective(from viewpoint: String?) -> String {
    guard let viewpoint else { return perspective }
    return perspective == Self.defaultPerspective ? viewpoint : "\(perspective), \(viewpoint)"
  }

  private static let defaultPerspective = "default"
}
