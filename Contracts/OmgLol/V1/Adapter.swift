public import ContractKit
import Foundation
import OMGAPI

/// Releases 1.0 to 1.2: expect `counter` to be a number.
public let v1 = Version("v1", shippedIn: "1.0 to 1.2", runsOn: .iOS(16), installs: 12, owner: "Links team") {
  Reads("purls", as: PURLsResponse.self, using: .omgLol) {
    Mapping(
      "StorablePURL", records: "$.response.purls[*]", each: \.response.purls,
      context: ["address": .value(watchedAddress)], into: { PURLRepository(stored: [known]) },
      to: { response, repository, context in
        guard let address = context["address"] else { throw MappingError.missingContext(name: "address") }
        for await purl in await repository.updates(by: [response], address: address) { return purl }
        return nil
      }, identity: \.address, \.name
    ) {
      Property("shortURL", \.shortURL)
    }
  }
  Reads("purl", as: PURLDetailResponse.self, using: .omgLol) {
    Mapping("PURLLink", records: "$.response.purl", each: { [$0.response.purl] }, identity: \.name)
  }
  Reads("create-purl", as: Envelope<CreatePURLResponse>.self, using: .omgLol)
  Reads("delete-purl", as: Envelope<DeletePURLResponse>.self, using: .omgLol)
  Sends("create-purl", NewPURLDTO.self, from: { (purl: StorablePURL) in NewPURLDTO(purl) })
}

/// The app knows the address from its sign-in; here it is the one that the contract asks for.
private let watchedAddress = ProcessInfo.processInfo.environment["OMG_LOL_ADDRESS"] ?? "foo"

/// A PURL that is on the device already.
@MainActor private var known: StorablePURL {
  StorablePURL(
    address: watchedAddress, name: "awesome", url: URL(fileURLWithPath: "/former"), counter: 7)
}
