import CatalogMapping
import ContractKit

/// The first releases: a price is a number.
public let v1 = Version("v1", shippedIn: "1.0 to 1.3", installs: 31) {
  Reads("products", as: [ProductDTO].self) {
    Mapping("Product", records: "$[*]", each: \.self, to: { Product($0) }, identity: \.id) {
      Property("isAffordable", \.isAffordable)
    }
  }
}
