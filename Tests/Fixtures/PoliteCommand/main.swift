import DriftwatchCommand
import Foundation
import PoliteContracts

let sandbox = ProcessInfo.processInfo.environment["STORE_SANDBOX"] ?? "https://sandbox.store.invalid"
await DriftwatchCommand.main([walk(), stroll(), shelf, store(sandbox: sandbox)])
