public import ContractKit
import Foundation

/// Releases 1.0 to 1.4, made before the shop's products had a `slug`.
public let v1 = Version("v1", shippedIn: "1.0 to 1.4", runsOn: .iOS(15), installs: 31, owner: "Shop team") {
  Reads("products", as: [ProductDTO].self, using: .platzi) {
    Mapping(
      "Product", records: "$[*]", each: \.self, to: Product.init, identity: \.id,
      expecting: Rule("price is not negative") { $0.price >= 0 }
    ) {
      Property("isAffordable", \.isAffordable)
      Property("category.imageURL", \.category.imageURL)
    }
  }
  Reads("categories", as: [CategoryDTO].self, using: .platzi) {
    Mapping("Category", records: "$[*]", each: \.self, to: Category.init, identity: \.id) {
      Property("imageURL", \.imageURL)
    }
  }
  Reads("create-product", as: ProductDTO.self, using: .platzi) {
    Mapping("Product", to: Product.init, identity: \.id) {
      Property("isAffordable", \.isAffordable)
    }
  }
  Sends("create-product", CreateProductDTO.self, from: { (product: Product) in CreateProductDTO(product) })
}
