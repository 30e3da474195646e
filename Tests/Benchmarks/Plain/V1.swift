import Foundation

/// The number of products that the app's own code makes of a response.
public func products(in response: Data) throws -> Int {
  try JSONDecoder.platzi.decode([ProductDTO].self, from: response).map { Product($0) }.count
}
