import Foundation

/// A PURL in the app's store. The same name may exist at several addresses, so both together identify it.
final class StorablePURL {
  let address: String
  let name: String
  var url: URL
  /// nil until the list was loaded once.
  var counter: Int?

  init(address: String, name: String, url: URL, counter: Int?) {
    self.address = address
    self.name = name
    self.url = url
    self.counter = counter
  }

  /// The short link that people share.
  var shortURL: URL? {
    URL(string: "https://\(address).url.lol")?.appendingPathComponent(name)
  }
}
