import DriftModel
import PayloadShape

extension Rules {
  static let noticeShapeLimited = Rule(
    .noticeShapeLimited, about: .response, consequences: [.none],
    meaning:
      "The responses hold more than is kept of them (`limits.shapeBytes`, 4,096 paths, and paths of up to 4 KiB), so that some detail is not watched. It is never reported as missing.",
    remedy:
      "Raise `limits.shapeBytes` if the responses are meant to be so large; a path that is longer than 4 KiB is never kept. If they were so for a while, `driftwatch store forget ID/ENDPOINT` lets them be learned again.",
    noun: Rule.Noun("shape is not kept whole", "shapes are not kept whole"))

  static func noticeShapeLimitedSentence() -> String {
    "The responses hold more than is kept of them, so that some detail of them is not watched."
  }
}

extension Judgement {
  /// A finding if some detail of the responses was left out, now or in what was learned before.
  func limitedShapeFindings() -> [Finding] {
    let exceeds = baseline.flatMap { observed?.exceeds($0, repetition: repetition) } ?? false
    guard exceeds || observed?.isTruncated == true || baseline?.isTruncated == true else { return [] }
    return [
      Finding(
        rule: .noticeShapeLimited, level: .info, key: key, message: Rules.noticeShapeLimitedSentence(), subject: "shape"
      ) { ($0.count, $0.total) = (examinations.count, examinations.count) }
    ]
  }
}
