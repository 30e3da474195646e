/// How much lists hold, from response to response.
enum VolumeCases {
  private static func records(_ count: Int, from first: Int = 0) -> Value {
    .list((0..<max(0, count)).map { ["id": .number(first + $0), "name": .text("Article \(first + $0)")] })
  }

  static let all: [SequenceCase] = [
    SequenceCase(
      "24 records, then one for thirty responses, then 24", 90,
      told: ["33 open volume-dropped $", "61 resolved volume-dropped $"]
    ) { step, _ in records(step > 30 && step <= 60 ? 1 : 24, from: step) },
    SequenceCase("about 30 records, then none for sixty responses", 160, told: ["103 open volume-empty $.items"]) {
      step, generator in
      ["items": records(step > 100 ? 0 : 25 + generator.below(10), from: step)]
    },
    SequenceCase("a list that shrinks first and is empty then", 80, told: ["43 open volume-dropped $"]) { step, _ in
      records(step <= 40 ? 24 : step <= 60 ? 3 : 0, from: step)
    },
    SequenceCase(
      "a list that is empty in one response of ten, then in all", 260, told: ["206 open volume-empty $.items"]
    ) { step, generator in
      let isEmpty = step > 200 || generator.happens(0.1)
      return ["items": records(isEmpty ? 0 : 1 + generator.below(8), from: step)]
    },
    SequenceCase("one short list", 60) { step, _ in records(step == 31 ? 1 : 24, from: step) },
    SequenceCase("results of a search: any number of them, none at times", 300) { step, generator in
      ["items": records(generator.below(40) * generator.below(2), from: step)]
    },
    SequenceCase("a list that grows by one each time", 100) { step, _ in records(step) },
    SequenceCase("a list that loses one of forty each time", 40) { step, _ in records(41 - step, from: step) },
    SequenceCase("tags of records, of which some have none", 200) { step, generator in
      .list(
        (0..<20).map { place in
          [
            "id": .number(step * 100 + place),
            "tags": .list((0..<(generator.happens(0.05) ? 0 : 3)).map { .text("tag \($0)") }),
          ]
        })
    },
  ]
}
