// What an app does with a response, by the three versions of the shop's app one after the other. `command.py` compiles it with the app's own
// files, each version a module, and holds `driftwatch backtest` against it.
import Foundation
import PlatziStoreV1
import PlatziStoreV2
import PlatziStoreV3

var made = 0
for path in CommandLine.arguments.dropFirst() {
  let response = try Data(contentsOf: URL(filePath: path))
  made += try PlatziStoreV1.products(in: response)
  made += try PlatziStoreV2.products(in: response)
  made += try PlatziStoreV3.products(in: response)
}
print("\(made) products")
