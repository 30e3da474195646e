import Foundation

/// Release 2 decodes the API's answer straight into the model.
struct Category: Identifiable, Hashable, Decodable {
  let id: Int
  let name: String
  let slug: String
  let image: String

  /// The shop's owners type image addresses by hand, so one that is no URL shows the placeholder.
  var imageURL: URL? {
    URL(string: image)
  }
}
