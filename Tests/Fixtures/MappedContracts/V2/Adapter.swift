import CatalogMapping
import ContractKit

/// A price is an amount with a currency.
public let v2 = Version("v2", shippedIn: "1.4", installs: 69) {
  Reads("products", as: [ProductDTO].self) {
    Mapping("Product", records: "$[*]", each: \.self, to: { Product($0) }, identity: \.id) {
      Property("isAffordable", \.isAffordable)
    }
  }
}
