import Dispatch
import Foundation
import System

extension WorkerProcess {
  /// What the caller wants after a frame.
  enum Reply {
    /// The next frame, within so many seconds.
    case wait(seconds: Double)
    /// Nothing any more: that was the last frame.
    case done
    /// Nothing any more: that was no frame of a worker.
    case garbled
  }

  /// Writes `order`, hands every frame to `receive`, and returns how the worker ended; it is gone by then.
  ///
  /// Blocks its thread. The worker's standard input stays open as long as this value lives, so that a worker notices our death.
  ///
  /// - Parameters:
  ///   - order: Everything for the worker's standard input, in parts.
  ///   - startPatience: Seconds that the worker may take to its first frame, counted from the last byte that it took.
  ///   - isCancelled: Asked at least ten times a second.
  ///   - receive: Gets the frames in order.
  /// - Returns: How it ended.
  mutating func converse(
    order: [[UInt8]], startPatience: Double, isCancelled: () -> Bool = { false }, receive: (Data) -> Reply
  ) -> WorkerEnding {
    var feed = Feed(parts: order)
    var frames = FrameReader()
    var diagnostics = DiagnosticTail()
    var patience = startPatience
    var lastSign = DispatchTime.now().uptimeNanoseconds
    var (isReadingResults, isReadingDiagnostics) = (true, true)
    var chunk = [UInt8](repeating: 0, count: 65536)
    var death: Int32?
    while true {
      guard !isCancelled() else {
        stop()
        return .interrupted
      }
      let remaining = patience - Double(DispatchTime.now().uptimeNanoseconds - lastSign) / 1e9
      // A negative descriptor is left out. The pipes can stay open although the worker has died, where something that it
      // started holds them; so its own state is looked at in any case, often once the pipe has ended.
      var watched = [
        pollfd(fd: isReadingResults ? results : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isReadingDiagnostics ? self.diagnostics : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: feed.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
      ]
      let pause = max(0, min(remaining, isReadingResults ? 0.1 : 0.002))
      let ready = poll(&watched, nfds_t(watched.count), Int32((pause * 1000).rounded(.up)))
      // Time is up only if there is nothing to read either: this process may have been kept from running, not the worker.
      if remaining <= 0, watched[0].revents == 0, watched[2].revents == 0, death == nil {
        stop()
        return .timedOut(seconds: patience)
      }
      if death == nil, ready <= 0 || !isReadingResults { death = status() }
      if watched[2].revents != 0, feed.write(to: input) { lastSign = DispatchTime.now().uptimeNanoseconds }
      if watched[1].revents != 0 || death != nil {
        isReadingDiagnostics = diagnostics.read(self.diagnostics, chunk: &chunk, all: death != nil)
      }
      if isReadingResults, watched[0].revents != 0 || death != nil {
        let reading = chunk.withUnsafeMutableBytes { SystemCalls.receive(results, into: $0) }
        if case .bytes(let count) = reading { frames.append(chunk[..<count]) }
        if case .end = reading { isReadingResults = false }
        switch Self.deliver(&frames, to: receive) {
        case .wait(let seconds)?: (patience, lastSign) = (seconds, DispatchTime.now().uptimeNanoseconds)
        case .done?:
          stop()
          return .finished
        case .garbled?:
          stop()
          return .died(reason: "it wrote something that is no result")
        case nil: break
        }
        // The last words of a worker that has died are read to their end before it is said to have died.
        if case .bytes = reading, death != nil { continue }
      }
      if let death { return .ofProcess(status: death, diagnostics: diagnostics.bytes) }
    }
  }

  /// Hands on the whole frames; the last reply, nil if there was no whole frame.
  private static func deliver(_ frames: inout FrameReader, to receive: (Data) -> Reply) -> Reply? {
    var last: Reply?
    do throws(FrameReader.TooLong) {
      while let frame = try frames.next() {
        let reply = receive(frame)
        guard case .wait = reply else { return reply }
        last = reply
      }
      return last
    } catch {
      return .garbled
    }
  }
}

/// What is still to be written, part by part.
private struct Feed {
  let parts: [[UInt8]]
  private var part = 0
  private var offset = 0

  init(parts: [[UInt8]]) {
    self.parts = parts
    skipEmpty()
  }

  var isEmpty: Bool { part == parts.count }

  /// Writes until the pipe is full; whether it took anything.
  mutating func write(to descriptor: Int32) -> Bool {
    var hasWritten = false
    while !isEmpty {
      let count = parts[part].withUnsafeBytes {
        SystemCalls.send(UnsafeRawBufferPointer(rebasing: $0[offset...]), to: descriptor)
      }
      guard let count, count > 0 else { return hasWritten }
      hasWritten = true
      offset += count
      skipEmpty()
    }
    return hasWritten
  }

  private mutating func skipEmpty() {
    while part < parts.count, offset == parts[part].count { (part, offset) = (part + 1, 0) }
  }
}

/// The end of what a worker wrote on standard error; author code may write without end.
private struct DiagnosticTail {
  private(set) var bytes: [UInt8] = []

  /// Reads once, or all that is there; whether more may come.
  mutating func read(_ descriptor: Int32, chunk: inout [UInt8], all: Bool) -> Bool {
    // Not for ever: a process that escaped from the worker's group could go on writing.
    for _ in 0..<(all ? 64 : 1) {
      switch chunk.withUnsafeMutableBytes({ SystemCalls.receive(descriptor, into: $0) }) {
      case .bytes(let count):
        bytes += chunk[..<count]
        if bytes.count > 65536 { bytes.removeFirst(bytes.count - 8192) }
      case .nothing: return true
      case .end: return false
      }
    }
    return true
  }
}
