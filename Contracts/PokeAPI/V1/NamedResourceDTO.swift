import Foundation

/// How the API points at another resource; nearly every answer holds some.
struct NamedResourceDTO: Decodable {
  let name: String
  let url: URL
}

/// The same for resources that have no name, such as evolution chains.
struct ResourceDTO: Decodable {
  let url: URL

  /// The last path component, by which the resource is asked for.
  var id: Int? {
    Int(url.lastPathComponent)
  }
}
