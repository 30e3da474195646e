import Foundation

struct CategoryDTO: Decodable {
  let id: Int
  let name: String
  let slug: String
  let image: String
}
