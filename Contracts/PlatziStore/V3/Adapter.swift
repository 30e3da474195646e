public import ContractKit
import Foundation

/// The coming release 2.0: no DTOs any more, and the list is asked for page by page.
public let v3 = Version("v3", shippedIn: "2.0 beta", runsOn: .iOS(17), status: .candidate, owner: "Shop team") {
  Reads(
    "products", as: [Product].self, using: .platzi, request: RequestChange(query: ["offset": "0", "limit": "50"])
  ) {
    Mapping(
      "Product", records: "$[*]", each: \.self, identity: \.id,
      expecting: Rule("price is not negative") { $0.price >= 0 }
    ) {
      Property("isAffordable", \.isAffordable)
      Property("category.imageURL", \.category.imageURL)
    }
  }
  Reads("categories", as: [Category].self, using: .platzi) {
    Mapping("Category", records: "$[*]", each: \.self, identity: \.id) {
      Property("imageURL", \.imageURL)
    }
  }
  Reads("create-product", as: Product.self, using: .platzi) {
    Mapping("Product", identity: \.id) {
      Property("isAffordable", \.isAffordable)
    }
  }
  Sends("create-product", CreateProductDTO.self, from: { (product: Product) in CreateProductDTO(product) })
}
