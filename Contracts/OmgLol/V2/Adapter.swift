public import ContractKit
import Foundation

/// Release 1.3: reads `counter` as omg.lol documents it. Its day is made up.
public let v2 = Version(
  "v2", shippedIn: "1.3", shippedOn: "2023-05-08", runsOn: .iOS(17), installs: 88, owner: "Links team"
) {
  Reads("purls", as: Envelope<PURLListResponse>.self, using: .omgLol) {
    Mapping(
      "StorablePURL", records: "$.response.purls[*]", each: \.response.purls,
      context: ["address": .value(watchedAddress)],
      to: { dto, context in
        guard let address = context["address"] else { throw MappingError.missingContext(name: "address") }
        return PURLMapper.storable(from: dto, address: address)
      }, identity: \.address, \.name
    ) {
      Property("shortURL", \.shortURL)
    }
  }
  Reads("purl", as: Envelope<PURLResponse>.self, using: .omgLol) {
    Mapping(
      "StorablePURL", records: "$.response.purl", each: { [$0.response.purl] },
      context: ["address": .value(watchedAddress)],
      to: { dto, context in
        guard let address = context["address"] else { throw MappingError.missingContext(name: "address") }
        return PURLMapper.storable(from: dto, address: address)
      }, identity: \.address, \.name
    ) {
      Property("shortURL", \.shortURL)
    }
  }
  Reads("create-purl", as: Envelope<CreatePURLResponse>.self, using: .omgLol)
  Reads("delete-purl", as: Envelope<DeletePURLResponse>.self, using: .omgLol)
  Sends("create-purl", NewPURLDTO.self, from: { (purl: StorablePURL) in PURLMapper.body(from: purl) })
}

/// The app knows the address from its sign-in; here it is the one that the contract asks for.
private let watchedAddress = ProcessInfo.processInfo.environment["OMG_LOL_ADDRESS"] ?? "foo"
