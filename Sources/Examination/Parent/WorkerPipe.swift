import Foundation
import System

/// The worker's ends of the pipes to its parent, moved to high descriptor numbers that author code does not use by
/// accident.
struct WorkerPipe: Sendable {
  private let input: Int32
  private let results: Int32

  /// Takes over the descriptors that ``WorkerProcess`` set up; nil if there are none. Standard input is empty
  /// afterwards.
  ///
  /// The descriptors are closed on exec, so that processes that author code starts cannot hold them.
  init?() {
    let results = fcntl(WorkerProcess.resultDescriptor, F_DUPFD_CLOEXEC, 100)
    let input = fcntl(0, F_DUPFD_CLOEXEC, 100)
    guard results >= 0, input >= 0 else { return nil }
    close(WorkerProcess.resultDescriptor)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if nothing >= 0 {
      dup2(nothing, 0)
      close(nothing)
    }
    (self.input, self.results) = (input, results)
  }

  /// The work order and the bodies of each job; nil if they are malformed.
  func readOrder() -> (order: WorkOrder, bodies: [[[UInt8]]])? {
    guard let prefix = read(4) else { return nil }
    let length = Frame.length(prefix)
    guard length <= Frame.limit, let body = read(length),
      let order = try? FrameDecoder.decode(WorkOrder.self, from: body)
    else { return nil }
    var bodies: [[[UInt8]]] = []
    for item in order.items {
      var parts: [[UInt8]] = []
      for length in item.lengths {
        guard length >= 0, let part = read(length) else { return nil }
        parts.append(part)
      }
      bodies.append(parts)
    }
    return (order, bodies)
  }

  /// Writes one frame. If nobody can read it any more, the process ends.
  func write(_ frame: [UInt8]) {
    frame.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard let count = SystemCalls.send(UnsafeRawBufferPointer(rebasing: rest), to: results) else {
          _exit(errno == EBADF ? WorkerExit.cutOff : WorkerExit.orphaned)
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Ends the process when the parent is gone, which closes the other end of the input.
  func endWithParent() {
    Thread.detachNewThread { [input] in
      var byte: UInt8 = 0
      while withUnsafeMutableBytes(of: &byte, { SystemCalls.receive(input, into: $0) }) != .end {}
      // The code may have closed this end as well.
      _exit(fcntl(input, F_GETFD) < 0 ? WorkerExit.cutOff : WorkerExit.orphaned)
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var at = 0
    while at < count {
      let reading = bytes.withUnsafeMutableBytes {
        SystemCalls.receive(input, into: UnsafeMutableRawBufferPointer(rebasing: $0[at...]))
      }
      guard case .bytes(let got) = reading else { return nil }
      at += got
    }
    return bytes
  }
}
