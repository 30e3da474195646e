import Foundation

/// A shelf of the shop, as the category screen shows it.
struct Category: Identifiable, Hashable {
  let id: Int
  let name: String
  let slug: String
  let image: String

  /// The shop's owners type image addresses by hand, so one that is no URL shows the placeholder.
  var imageURL: URL? {
    URL(string: image)
  }
}
