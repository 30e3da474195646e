/// A product as screens show it, in every release.
public struct Product: Identifiable {
  /// The shop's number.
  public let id: Int
  /// In the language of the phone.
  public let title: String
  /// In the shop's currency.
  public let price: Double

  /// Shown with the green badge.
  public var isAffordable: Bool { price < 50 }
}

/// What the mapping needs of a product, however a release decodes it.
public protocol ProductRepresentation {
  /// The shop's number.
  var id: Int { get }
  /// In the language of the phone.
  var title: String { get }
  /// The price, whatever it is called.
  var amount: Double { get }
}

extension Product {
  /// What costs nothing is not for sale yet.
  public init?(_ product: some ProductRepresentation) {
    guard product.amount > 0 else { return nil }
    (id, title, price) = (product.id, product.title, product.amount)
  }
}
