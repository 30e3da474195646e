import DriftModel
import Foundation

@testable import Examination

/// What workers write to the parent, which author code may write in their place.
///
/// The first byte says how the rest is taken: `R` as the very stream of one worker, else as lines of which each becomes a frame. A line of
/// JSON becomes a frame with that value, so that a mutation does not have to hit lengths too; any other line becomes the frame's bytes. A
/// line `!` with a letter ends a worker in a way, and the next one begins. The second byte is the size of the pieces in which the stream
/// arrives.
struct FrameInput {
  /// What one worker writes, and how it ends.
  private struct Worker {
    var stream: [UInt8] = []
    var frames: [[UInt8]]?
    var ending = WorkerEnding.crashed(reason: "SIGILL (a Swift trap)")
  }

  private var workers: [Worker] = []
  private let pieceSize: Int

  init?(_ input: [UInt8]) {
    guard input.count > 2 else { return nil }
    pieceSize = 1 + Int(input[1])
    let rest = input.dropFirst(2)
    guard input[0] != UInt8(ascii: "R") else {
      workers = [Worker(stream: Array(rest))]
      return
    }
    var worker = Worker(frames: [])
    for line in rest.split(separator: 0x0A) {
      guard line.first == UInt8(ascii: "!") else {
        let frame = FrameTree(json: line).flatMap { try? FrameEncoder.encode($0) } ?? Array(line)
        let length = UInt32(frame.count)
        worker.stream += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + frame
        worker.frames?.append(frame)
        continue
      }
      worker.ending = Self.endings[line.dropFirst().first ?? 0] ?? worker.ending
      workers.append(worker)
      worker = Worker(frames: [])
    }
    workers.append(worker)
  }

  private static let endings: [UInt8: WorkerEnding] = [
    UInt8(ascii: "t"): .timedOut(seconds: 2), UInt8(ascii: "k"): .killed, UInt8(ascii: "g"): .garbled,
    UInt8(ascii: "i"): .interrupted, UInt8(ascii: "x"): .outOfProcessorTime,
    UInt8(ascii: "b"): .suspect(reason: "SIGBUS"),
  ]

  /// What is wrong, in one line; nil if nothing.
  func fault() -> String? {
    var conversation = Conversation()
    for worker in workers {
      var reader = FrameReader()
      var frames: [[UInt8]] = []
      var ending = worker.ending
      conversation.begin()
      reading: for start in stride(from: 0, to: worker.stream.count, by: pieceSize) {
        reader.append(worker.stream[start..<min(start + pieceSize, worker.stream.count)])
        do throws(FrameReader.TooLong) {
          while let frame = try reader.next() {
            frames.append(frame)
            switch conversation.take(frame) {
            case .wait: continue
            case .done: ending = .finished
            case .garbled: ending = .garbled
            }
            break reading
          }
        } catch {
          ending = .garbled
          break reading
        }
      }
      if let fault = conversation.fault ?? framingFault(of: worker, frames) { return fault }
      guard conversation.end(ending) else { break }
    }
    return conversation.finish()
  }

  /// Whether the frames are those of the stream, however it was cut into pieces.
  private func framingFault(of worker: Worker, _ frames: [[UInt8]]) -> String? {
    let written = frames.flatMap { frame in
      let length = UInt32(frame.count)
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + frame
    }
    guard worker.stream.starts(with: written) else { return "the frames are not those of the stream" }
    guard let expected = worker.frames, !expected.starts(with: frames) else { return nil }
    return "the frames are not those that were written"
  }
}
