@testable import Examination

/// Whether a message that was read is written and read again as the same.
struct MessageFault {
  /// In what it is not, in one line; nil if it is.
  let words: String?

  init(_ message: WorkerMessage) {
    do {
      let written = try FrameEncoder.encode(message)
      let again = try FrameDecoder.decode(WorkerMessage.self, from: written)
      let rewritten = try FrameEncoder.encode(again)
      guard written != rewritten || !Self.isSame(message, again) else {
        words = nil
        return
      }
      words = "read again: \(String(decoding: rewritten.prefix(300), as: UTF8.self).debugDescription)"
    } catch {
      words = "cannot be written and read again: \("\(error)".prefix(200))"
    }
  }

  /// Equality of what a message is about; false for two kinds.
  private static func isSame(_ one: WorkerMessage, _ other: WorkerMessage) -> Bool {
    switch (one, other) {
    case (.planned(let one), .planned(let other)):
      one.job == other.job && one.version == other.version && one.typeName == other.typeName
        && one.mappings == other.mappings && one.sends == other.sends && one.writeBacks == other.writeBacks
    case (.begun(let one), .begun(let other)): one == other
    case (.text(let one, let facts), .text(let other, let others)):
      one == other && facts.verdict == others.verdict && facts.notices == others.notices
        && facts.envelope == others.envelope && facts.links == others.links
    case (.judged(let one, let facts), .judged(let other, let others)): one == other && facts == others
    case (.mapped(let one, let facts), .mapped(let other, let others)): one == other && facts == others
    case (.wroteBack(let one, let facts), .wroteBack(let other, let others)): one == other && facts == others
    case (.sent(let one, let facts), .sent(let other, let others)): one == other && facts == others
    case (.reached(let one, let range), .reached(let other, let others)): one == other && range == others
    case (.explained(let one, let facts), .explained(let other, let others)):
      one == other && facts.failures == others.failures && facts.swallowed == others.swallowed
        && facts.platformDependent == others.platformDependent && facts.fallbacks == others.fallbacks
        && facts.fields == others.fields && facts.unread == others.unread && facts.hiddenBelow == others.hiddenBelow
        && facts.dictionaryPaths == others.dictionaryPaths && facts.missing == others.missing
        && facts.contradiction == others.contradiction && facts.isUnexplored == others.isUnexplored
    case (.shaped(let one, let shape), .shaped(let other, let others)): one == other && shape == others
    case (.blamed(let one, let blames), .blamed(let other, let others)): one == other && blames.count == others.count
    case (.trying(let one, let digest), .trying(let other, let others)): one == other && digest == others
    case (.traced(let one, let found), .traced(let other, let others)): one == other && found == others
    case (.skipped(let one, let reason), .skipped(let other, let others)): one == other && reason == others
    case (.exhausted, .exhausted), (.ended, .ended): true
    default: false
    }
  }
}
