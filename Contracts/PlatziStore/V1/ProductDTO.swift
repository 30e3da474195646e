import Foundation

struct ProductDTO: Decodable {
  let id: Int
  let title: String
  let price: Double
  let description: String
  let category: CategoryDTO
  let images: [URL]
}
