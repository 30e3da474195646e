import Foundation
import OMGAPI

/// A PURL in the app's store. The same name may exist at several addresses, so both together identify it.
final class StorablePURL: Sendable {
  let address: String
  let name: String
  let url: URL
  let counter: Int?

  init(address: String, name: String, url: URL, counter: Int?) {
    self.address = address
    self.name = name
    self.url = url
    self.counter = counter
  }

  convenience init(_ response: PURLResponse, address: String) {
    self.init(address: address, name: response.name, url: response.url, counter: response.counter)
  }

  var id: String { "\(address)/\(name)" }

  /// The short link that people share.
  var shortURL: URL? {
    URL(string: "https://\(address).url.lol")?.appendingPathComponent(name)
  }
}

extension NewPURLDTO {
  init(_ purl: StorablePURL) {
    name = purl.name
    url = purl.url
  }
}
