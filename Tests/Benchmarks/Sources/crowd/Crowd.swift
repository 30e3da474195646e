import ContractKit
import DriftwatchCommand

/// A program with ten thousand endpoints, each due once a minute: `crowd.py` plays it against a loopback server.
@main
struct Crowd {
  private static let (contracts, endpoints) = (20, 500)

  static func main() async { await DriftwatchCommand.main((0..<contracts).map(contract)) }

  /// One of twenty APIs, with a version that maps what each endpoint gives.
  private static func contract(_ number: Int) -> Contract {
    let version = Version("v1", shippedIn: "1.0") {
      for endpoint in 0..<endpoints {
        Reads("item-\(endpoint)", as: [ItemDTO].self) {
          Mapping("Item", records: "$[*]", each: \.self, to: Item.init, identity: \.id)
        }
      }
    }
    return Contract("crowd-\(number)", versions: [version]) {
      for endpoint in 0..<endpoints {
        Endpoint("item-\(endpoint)", get: "/\(number)/\(endpoint)", every: .seconds(60))
      }
    }
  }
}

private struct ItemDTO: Decodable {
  let id: Int
  let name: String
  let price: Double
}

private struct Item {
  let id: Int
  let name: String
  let price: Double

  init(_ dto: ItemDTO) { (id, name, price) = (dto.id, dto.name, dto.price) }
}
