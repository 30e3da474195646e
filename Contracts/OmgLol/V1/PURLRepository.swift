import Foundation
import OMGAPI

/// The PURLs on the device. What the service gives is merged into them, one PURL after the other.
actor PURLRepository {
  private var stored: [String: StorablePURL] = [:]

  init(stored: [StorablePURL] = []) {
    for purl in stored {
      self.stored[purl.id] = purl
    }
  }

  /// Everything that these responses change, in their order, each once it is stored.
  func updates(by responses: [PURLResponse], address: String) -> AsyncStream<StorablePURL> {
    AsyncStream { continuation in
      for response in responses {
        continuation.yield(merge(StorablePURL(response, address: address)))
      }
      continuation.finish()
    }
  }

  /// A PURL that is known keeps its counter until the service gives another one.
  private func merge(_ purl: StorablePURL) -> StorablePURL {
    let merged = StorablePURL(
      address: purl.address, name: purl.name, url: purl.url, counter: purl.counter ?? stored[purl.id]?.counter)
    stored[merged.id] = merged
    return merged
  }
}
