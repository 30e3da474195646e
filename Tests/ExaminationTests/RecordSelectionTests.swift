import Testing

@testable import Examination

@Suite("The course through records that end a worker")
struct RecordCourseTests {
  /// What a parent learns of records that end their worker, one worker after the other.
  private func play(_ count: Int, deadly: Set<Int>, isHang: Bool = false) -> (
    course: RecordCourse, lives: Int, announced: Int, mapped: [Int]
  ) {
    var course = RecordCourse(WorkUnit(0, .mapping, version: "v1", name: "Thing"))
    var (lives, most) = (0, 0)
    while true {
      lives += 1
      var announced: [Range<Int>] = []
      var mapped: [Int] = []
      var log = RecordLog(course: course)
      log.announce = { announced.append($0) }
      var death: Range<Int>?
      for index in 0..<count where log.begin(index, of: count) {
        if deadly.contains(index) {
          death = announced.last
          break
        }
        mapped.append(index)
      }
      most = max(most, announced.count)
      guard let death, lives < 50 else { return (course, lives, most, mapped) }
      course.note(death, isHang: isHang)
    }
  }

  @Test(
    "leaves out exactly the records that ended one, whichever they are",
    arguments: [(30, [3]), (30, [0, 1, 29]), (257, [0, 1, 256]), (50_000, [4, 5, 196, 49_999]), (1, [0])])
  func deadlyRecordsAreFound(_ count: Int, _ deadly: [Int]) {
    let end = play(count, deadly: Set(deadly))
    #expect(end.course.deadly.sorted() == deadly)
    #expect(end.mapped == (0..<count).filter { !deadly.contains($0) })
    #expect(end.course.end == nil)
    // One worker for each, one to find out in which stretch of a long list it is, and one for the rest.
    #expect(end.lives <= deadly.count * 2 + 1)
    if count <= 256 { #expect(end.lives == deadly.count + 1) }
  }

  @Test("announces few of many records")
  func announcementsAreFew() {
    #expect(play(50_000, deadly: []).announced <= 256)
    #expect(play(50_000, deadly: [49_000]).announced <= 256 + 196)
  }

  @Test("ends after ten that died, or three that hung, and the rest is left out")
  func deathsAreBounded() {
    let dying = play(10_000, deadly: Set(0..<10_000))
    #expect(dying.course.deadly == Array(0..<10) && dying.course.end == 10)
    #expect(dying.lives <= 13 && dying.mapped.isEmpty)
    let hanging = play(100, deadly: Set((0..<100).filter { $0 % 10 == 5 }), isHang: true)
    #expect(hanging.course.deadly == [5, 15, 25] && hanging.course.end == 26)
    #expect(hanging.mapped == (0..<25).filter { $0 % 10 != 5 })
  }
}
