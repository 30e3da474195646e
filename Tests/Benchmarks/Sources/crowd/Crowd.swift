import CBareCurl
import ContractKit
import DriftwatchCommand
import Glibc

/// A program with ten thousand endpoints, each due once a minute: `crowd.py` plays it against a loopback server.
///
/// `crowd --bare COUNT BYTES` makes COUNT requests in a bare libcurl loop instead, to a server of its own whose responses have BYTES bytes,
/// and prints the CPU of one of them in microseconds.
@main
struct Crowd {
  private static let (contracts, endpoints) = (20, 500)

  static func main() async {
    let words = CommandLine.arguments
    guard words.count == 4, words[1] == "--bare", let count = Int(words[2]), let bytes = Int32(words[3]) else {
      return await DriftwatchCommand.main((0..<contracts).map(contract))
    }
    var port: Int32 = 0
    let server = bare_server_start(bytes, &port)
    _ = bare_fetch("http://127.0.0.1:\(port)/items", 1000, 8, Int(bytes))  // warms up
    let start = cpuSeconds()
    let good = bare_fetch("http://127.0.0.1:\(port)/items", count, 8, Int(bytes))
    let used = cpuSeconds() - start
    if server > 0 { bare_server_stop(server) }
    guard server > 0, good == count else {
      print("\(good) of \(count) requests were answered")
      exit(1)
    }
    print(used / Double(count) * 1e6)
  }

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

  private static func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
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
