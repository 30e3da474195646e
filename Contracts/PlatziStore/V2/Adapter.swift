public import ContractKit
import Foundation

/// Release 1.5: reads `slug` and the day a product was added. Its own day is made up.
public let v2 = Version(
  "v2", shippedIn: "1.5", shippedOn: "2024-05-14", runsOn: .iOS(16), installs: 69, owner: "Shop team"
) {
  Reads("products", as: [ProductDTO].self, using: .platzi) {
    Mapping(
      "Product", records: "$[*]", each: \.self, to: Product.init, identity: \.id,
      expecting: Rule("price is not negative") { $0.price >= 0 }
    ) {
      Property("isAffordable", \.isAffordable)
      Property("shareURL", isEssential: true, \.shareURL)
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
