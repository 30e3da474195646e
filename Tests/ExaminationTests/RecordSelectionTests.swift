import Testing

@testable import Examination

@Suite("The selection of records after some of them ended a worker")
struct RecordSelectionTests {
  /// What a parent learns of records that end their worker, one worker after the other.
  private func run(_ count: Int, crashing: Set<Int>, isHang: Bool = false) -> (
    selection: RecordSelection, runs: Int, announced: Int, mapped: [Int]
  ) {
    var selection = RecordSelection(WorkUnit(0, .mapping, version: "v1", name: "Thing"))
    var (runs, most) = (0, 0)
    while true {
      runs += 1
      var announced: [Range<Int>] = []
      var mapped: [Int] = []
      var log = RecordLog(selection: selection)
      log.announce = { announced.append($0) }
      var ended: Range<Int>?
      for index in 0..<count where log.begin(index, of: count) {
        if crashing.contains(index) {
          ended = announced.last
          break
        }
        mapped.append(index)
      }
      most = max(most, announced.count)
      guard let ended, runs < 50 else { return (selection, runs, most, mapped) }
      selection.note(ended, isHang: isHang)
    }
  }

  @Test(
    "leaves out exactly the records that ended a worker",
    arguments: [(30, [3]), (30, [0, 1, 29]), (257, [0, 1, 256]), (50_000, [4, 5, 196, 49_999]), (1, [0])])
  func crashingRecordsAreFound(_ count: Int, _ crashing: [Int]) {
    let end = run(count, crashing: Set(crashing))
    #expect(end.selection.crashing.sorted() == crashing)
    #expect(end.mapped == (0..<count).filter { !crashing.contains($0) })
    #expect(end.selection.end == nil)
    // One worker for each, one to find out in which stretch of a long list it is, and one for the rest.
    #expect(end.runs <= crashing.count * 2 + 1)
    if count <= 256 { #expect(end.runs == crashing.count + 1) }
  }

  @Test("announces few ranges for many records")
  func announcementsAreFew() {
    #expect(run(50_000, crashing: []).announced <= 256)
    #expect(run(50_000, crashing: [49_000]).announced <= 256 + 196)
  }

  @Test("stops after ten crashes or three timeouts and leaves out the other records")
  func crashesAreBounded() {
    let crashing = run(10_000, crashing: Set(0..<10_000))
    #expect(crashing.selection.crashing == Array(0..<10) && crashing.selection.end == 10)
    #expect(crashing.runs <= 13 && crashing.mapped.isEmpty)
    let hanging = run(100, crashing: Set((0..<100).filter { $0 % 10 == 5 }), isHang: true)
    #expect(hanging.selection.crashing == [5, 15, 25] && hanging.selection.end == 26)
    #expect(hanging.mapped == (0..<25).filter { $0 % 10 != 5 })
  }
}
