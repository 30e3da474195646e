import CLibFuzzer
import Foundation

/// libFuzzer's entry: one input, of which the first byte names a type, the second a decoder setting, and the rest is the
/// text. A disagreement traps with one line that says what; libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer's buffer lives for the length of the call; nothing below keeps it, since it is copied here.
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  if let disagreement = FuzzInput(input)?.disagreement() {
    fatalError("disagreement: \(disagreement)")
  }
  return 0
}

var argumentCount = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, fuzzOneInput))
