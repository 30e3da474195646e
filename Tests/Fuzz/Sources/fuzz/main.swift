import CLibFuzzer
import Foundation

/// libFuzzer's entry: one input for the subject that is fuzzed. What is wrong traps with one line that says what; libFuzzer
/// keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer's buffer lives for the length of the call; nothing below keeps it, since it is copied here.
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  if let fault = FuzzSubject.chosen.fault(input) { fatalError("disagreement: \(fault)") }
  return 0
}

var argumentCount = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, fuzzOneInput))
