import Dispatch
import Foundation
import System

extension WorkerProcess {
  /// The caller's reply to a frame.
  enum Reply {
    /// Wait so many seconds for the next frame.
    case wait(seconds: Double)
    /// That was the last frame.
    case done
    /// That was not a frame of a worker, or not the next one.
    case garbled
  }

  /// Writes `order`, passes every frame to `receive`, and returns how the worker ended. The worker is gone by then.
  ///
  /// This blocks the thread. The worker's standard input stays open as long as this value exists, so that a worker
  /// notices if this process ends.
  ///
  /// - Parameters:
  ///   - order: Everything for the worker's standard input, in parts.
  ///   - startTimeout: Seconds until the first frame, counted from the last byte that the worker read.
  ///   - isCancelled: Called at least ten times a second.
  ///   - receive: Gets the frames in order.
  /// - Returns: How it ended.
  mutating func converse(
    order: [[UInt8]], startTimeout: Double, isCancelled: () -> Bool = { false }, receive: ([UInt8]) -> Reply
  ) -> WorkerEnding {
    var feed = Feed(parts: order)
    var frames = FrameReader()
    var diagnostics = DiagnosticTail()
    var timeout = startTimeout
    var lastSign = DispatchTime.now().uptimeNanoseconds
    var (isReadingResults, isReadingDiagnostics) = (true, true)
    var chunk = [UInt8](repeating: 0, count: 65536)
    var status: Int32?
    while true {
      guard !isCancelled() else {
        stop()
        return .interrupted
      }
      let remaining = timeout - Double(DispatchTime.now().uptimeNanoseconds - lastSign) / 1e9
      // `poll` ignores a negative descriptor. The pipes can stay open after the worker ended, if a process that it
      // started holds them; so the worker's status is checked in any case, and often after the pipe has ended.
      var watched = [
        pollfd(fd: isReadingResults ? results : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isReadingDiagnostics ? self.diagnostics : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: feed.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
      ]
      let pause = max(0, min(remaining, isReadingResults ? 0.1 : 0.002))
      let ready = poll(&watched, nfds_t(watched.count), Int32((pause * 1000).rounded(.up)))
      // It is a timeout only if there is nothing to read either, because this process, not the worker, may have been
      // delayed.
      if remaining <= 0, watched[0].revents == 0, watched[2].revents == 0, status == nil {
        stop()
        return .timedOut(seconds: timeout)
      }
      if status == nil, ready <= 0 || !isReadingResults { status = self.status() }
      if watched[2].revents != 0, feed.write(to: input) { lastSign = DispatchTime.now().uptimeNanoseconds }
      if watched[1].revents != 0 || status != nil {
        isReadingDiagnostics = diagnostics.read(self.diagnostics, chunk: &chunk, all: status != nil)
      }
      if isReadingResults, watched[0].revents != 0 || status != nil {
        let reading = chunk.withUnsafeMutableBytes { SystemCalls.receive(results, into: $0) }
        if case .bytes(let count) = reading { frames.append(chunk[..<count]) }
        if case .end = reading { isReadingResults = false }
        switch Self.deliver(&frames, to: receive) {
        case .wait(let seconds)?: (timeout, lastSign) = (seconds, DispatchTime.now().uptimeNanoseconds)
        case .done?:
          stop()
          return .finished
        case .garbled?:
          stop()
          return .garbled
        case nil: break
        }
        // The output of a worker that has ended is read completely before the ending is reported.
        if case .bytes = reading, status != nil { continue }
      }
      if let status { return .ofProcess(status: status, diagnostics: diagnostics.bytes) }
    }
  }

  /// Delivers the complete frames and returns the last reply; nil if there was no complete frame.
  private static func deliver(_ frames: inout FrameReader, to receive: ([UInt8]) -> Reply) -> Reply? {
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

/// The bytes that are still to be written.
private struct Feed {
  let parts: [[UInt8]]
  private var part = 0
  private var offset = 0

  init(parts: [[UInt8]]) {
    self.parts = parts
    skipEmpty()
  }

  var isEmpty: Bool { part == parts.count }

  /// Writes until the pipe is full; true if anything was written.
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

/// The end of a worker's standard error. Only the end is kept, because author code may write without limit.
private struct DiagnosticTail {
  private(set) var bytes: [UInt8] = []

  /// Reads once, or all that is available; true if more may come.
  mutating func read(_ descriptor: Int32, chunk: inout [UInt8], all: Bool) -> Bool {
    // Limited, because a process that left the worker's group could go on writing.
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
