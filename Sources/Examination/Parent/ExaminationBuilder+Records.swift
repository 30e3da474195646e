import DriftModel

/// How author code ended a worker, as it is told.
struct AuthorsEnding {
  /// What that means for author code.
  var execution: Execution
  /// The same in words, for an explanation.
  var how: String
  /// What `execution` cannot tell.
  var reason: String?
}

extension ExaminationBuilder {
  /// Notes what became of a unit that ended a worker and was then done record by record: it died as it did, and what it made of
  /// the other records is known. Where no record ended the process again, it was not the author's code: what it made stands.
  mutating func noteResumed(_ course: RecordCourse, _ ending: AuthorsEnding) {
    let unit = course.unit
    guard course.leavesOut else {
      change(unit) {
        $0.incomplete.append("\(unit.name ?? "a mapping") ended the process once, and not again: \(ending.how)")
      }
      return
    }
    var rest = course
    rest.isAnnounced = false
    courses.append(rest)
    setEnding(of: unit, ending)
    // A record that is fine and one that is not are enough for trials.
    if unit.phase == .mapping { done.remove(WorkUnit(unit.job, .blame, version: unit.version, name: unit.name)) }
  }

  /// Notes that a unit ended a worker, and that it could not be done without some of its records.
  mutating func note(_ course: RecordCourse, _ ending: AuthorsEnding) {
    note(course.unit, ending.execution, how: ending.how)
    let known = DeadlyRecords(count: course.deadly.count, first: course.deadly.min(), reason: ending.reason)
    guard known.count > 0 || known.reason != nil else { return }
    setEnding(of: course.unit, ending, known)
  }

  private mutating func setEnding(of unit: WorkUnit, _ ending: AuthorsEnding, _ known: DeadlyRecords? = nil) {
    changeVersion(unit) { version in
      if unit.phase == .mapping, let index = version.mappings.firstIndex(where: { $0.name == unit.name }) {
        version.mappings[index].execution = ending.execution
        version.mappings[index].deadly = known ?? version.mappings[index].deadly
        version.mappings[index].deadly?.reason = ending.reason
      }
      if unit.phase == .send, let index = version.sends.firstIndex(where: { $0.endpoint == unit.name }) {
        version.sends[index].execution = ending.execution
        version.sends[index].deadly = known ?? version.sends[index].deadly
        version.sends[index].deadly?.reason = ending.reason
      }
    }
  }
}
