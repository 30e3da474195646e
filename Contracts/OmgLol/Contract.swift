public import ContractKit
import OmgLolV1
import OmgLolV2

/// PURLs (persistent URLs) of an omg.lol address: an envelope whose flag can say failure inside a 2xx.
///
/// Source of the form: the provider's Postman collection (neatnik/omg.lol, `api/docs`). The replies to POST and DELETE
/// are examined from recordings; the name to delete is one that nobody uses.
public let omgLol = Contract(
  "omg-lol", baseURL: "https://api.omg.lol",
  authorization: .bearer(.environment("OMG_LOL_TOKEN"), isOptional: true),
  acceptWhen: AcceptWhen("$.request.success", equals: true, message: "$.response.message"), owner: "Links team",
  versions: [OmgLolV1.v1, OmgLolV2.v2]
) {
  Endpoint("purls", get: "/address/{address}/purls", values: ["address": address], every: .hours(1))
  Endpoint(
    "purl", get: "/address/{address}/purl/{name}",
    values: ["address": address, "name": .response(of: "purls", path: "$.response.purls[*].name", limit: 3)],
    every: .hours(1))
  Endpoint("create-purl", writing: "POST", to: "/address/{address}/purl", values: ["address": address])
  Endpoint(
    "delete-purl", writing: "DELETE", to: "/address/{address}/purl/{name}",
    values: ["address": address, "name": ["driftwatch-probe"]])
}

private let address = Values.environment("OMG_LOL_ADDRESS", fallback: "foo")
