/// A form that was there at times and is the only one left: one sight of it before must not hide for good that nothing else comes
/// any more.
enum RareFormCases {
  static let all = nulls + presence + replaced + lists + few + sets + kinds + formats + scales + nevers

  static let nulls: [SequenceCase] = [
    SequenceCase(
      "one null in 220 responses, then nothing else", 270,
      told: ["80 pending field-became-nullable $.score", "225 open field-became-nullable $.score"]
    ) { step, generator in
      ["n": .number(step), "score": step == 80 || step > 220 ? .null : .number(generator.below(90))]
    },
    SequenceCase(
      "one null in a list, then all of them, then values again", 160,
      told: [
        "30 pending field-became-nullable $[*].score", "101 open field-became-nullable $[*].score",
        "131 resolved field-became-nullable $[*].score",
      ]
    ) { step, generator in
      .list(
        (0..<10).map { place in
          let isNull = step == 30 && place == 4 || step > 100 && step <= 130
          return ["id": .number(step * 10 + place), "score": isNull ? .null : .number(generator.below(90))]
        })
    },
    SequenceCase(
      "null in one of ten responses, which is no more than before", 300,
      told: ["5 pending field-became-nullable $.score"]
    ) { step, generator in
      ["n": .number(step), "score": step == 5 || generator.happens(0.1) ? .null : .number(generator.below(90))]
    },
  ]

  static let presence: [SequenceCase] = [
    SequenceCase(
      "one absence, then the member is gone for longer than it was there", 400,
      told: ["21 pending field-removed $.score", "156 open field-removed $.score"]
    ) { step, generator in
      var response: Value = ["n": .number(step)]
      if step != 21, step <= 150 { response["score"] = .number(generator.below(90)) }
      return response
    }
  ]

  private static func envelope(_ step: Int) -> Value {
    ["data": .list([["id": .number(step)]]), "page": 1, "total": .number(step * 3)]
  }

  /// Responses that are another object altogether, and members that were taken back soon.
  static let replaced: [SequenceCase] = [
    SequenceCase(
      "an error with the status of a success, for one response", 40,
      told: ["21 open field-type-changed $", "22 resolved field-type-changed $"]
    ) { step, _ in step == 21 ? ["error": ["code": 17]] : envelope(step) },
    SequenceCase(
      "an error in place of an object, from the eleventh response on", 40, told: ["11 open field-type-changed $"]
    ) {
      step, _ in
      step > 10
        ? ["error": .text("quota exceeded"), "retry_after": .number(step)]
        : ["id": .number(step), "name": .text("n\(step)"), "price": 7, "currency": "EUR"]
    },
    SequenceCase(
      "an error object that changes while it is there", 70,
      told: ["21 open field-type-changed $", "61 open field-type-changed $.retry_after"]
    ) { step, _ in
      step <= 20
        ? envelope(step) : ["error": .text("e\(step)"), "retry_after": step > 60 ? .text("soon") : .number(step)]
    },
    SequenceCase(
      "an error that came first", 40,
      told: [
        "2 info field-added $.data", "2 info field-added $.page", "2 info field-added $.total",
        "2 pending field-removed $.error", "2 pending field-removed $.retry_after",
      ]
    ) { step, _ in
      step == 1 ? ["error": "busy", "retry_after": 3] : envelope(step)
    },
    SequenceCase(
      "a name that is replaced twice", 130,
      told: [
        "61 info field-added $.name", "61 pending field-removed $.title", "63 open field-removed $.title",
        "91 info field-added $.label", "91 pending field-removed $.name", "94 open field-removed $.name",
      ], incidents: 2
    ) { step, _ in
      ["id": .number(step), step > 90 ? "label" : step > 60 ? "name" : "title": .number(step % 7)]
    },
    SequenceCase(
      "members that are all spelled otherwise", 40,
      told: [
        "21 info field-added $.displayName", "21 info field-added $.userId",
        "21 pending field-removed $.display_name", "21 pending field-removed $.user_id",
        "21 pending field-renamed $.first_seen", "25 open field-removed $.display_name",
        "25 open field-removed $.user_id", "25 open field-renamed $.first_seen",
      ], incidents: 3
    ) { step, _ in
      let day = "2026-01-0\(1 + step % 9)T10:00:00Z"
      return step > 20
        ? ["userId": .number(step), "displayName": .text("n\(step)"), "firstSeen": .text(day)]
        : ["user_id": .number(step), "display_name": .text("n\(step)"), "first_seen": .text(day)]
    },
    SequenceCase(
      "an object that is empty at times, when there is nothing", 60,
      told: [
        "6 pending field-removed $.data", "6 pending field-removed $.page", "6 pending field-removed $.total",
      ]
    ) { step, generator in
      generator.happens(0.1) ? [:] : envelope(step)
    },
    SequenceCase(
      "an error while a removal is told", 60,
      told: [
        "31 pending field-removed $.page", "33 open field-removed $.page", "41 open field-type-changed $",
        "42 resolved field-type-changed $",
      ], incidents: 2
    ) { step, _ in
      if step == 41 { return ["error": ["code": 17]] }
      return step > 30 ? ["data": .list([["id": .number(step)]]), "total": .number(step * 3)] : envelope(step)
    },
    SequenceCase(
      "errors for 45 responses, and then what was there before", 110,
      told: ["31 open field-type-changed $", "76 resolved field-type-changed $"]
    ) { step, _ in
      31...75 ~= step ? ["error": .text("e\(step)"), "request_id": .number(step)] : envelope(step)
    },
    SequenceCase(
      "a member that was tried for 25 of 85 responses, beside one that is there at times", 160,
      told: ["3 info field-added $.note", "61 info field-added $.debug"]
    ) { step, _ in
      var response = envelope(step)
      if 61...85 ~= step { response["debug"] = ["trace": .text("t\(step)")] }
      if step % 3 == 0 { response["note"] = "n" }
      return response
    },
    SequenceCase(
      "a member that was tried for 25 of 85 responses, beside one that was there at times from the beginning", 160,
      told: ["2 pending field-removed $.note", "61 info field-added $.debug"]
    ) { step, _ in
      var response = envelope(step)
      if 61...85 ~= step { response["debug"] = ["trace": .text("t\(step)")] }
      if step % 3 == 1 { response["note"] = "n" }
      return response
    },
    SequenceCase(
      "a member of long lists that stayed, and is gone when lists are short", 120,
      told: [
        "21 info field-added $[*].extra", "46 pending field-removed $[*].extra", "48 open volume-dropped $",
        "49 open field-removed $[*].extra",
      ], incidents: 2
    ) { step, _ in
      .list(
        (0..<(step > 45 ? 5 : 40)).map { place in
          var record: Value = ["id": .number(step * 100 + place), "n": .number(place)]
          if 21...45 ~= step { record["extra"] = .number(step * place) }
          return record
        })
    },
    SequenceCase(
      "a member that was tried for seven responses and taken back", 160, told: ["31 info field-added $.debug"]
    ) {
      step, _ in
      var response = envelope(step)
      if 31...37 ~= step { response["debug"] = ["trace": .text("t\(step)")] }
      return response
    },
    SequenceCase(
      "a member that came after thirty responses, stayed for forty and is gone", 120,
      told: ["31 info field-added $.debug", "71 pending field-removed $.debug", "74 open field-removed $.debug"]
    ) { step, _ in
      var response = envelope(step)
      if 31...70 ~= step { response["debug"] = ["trace": .text("t\(step)")] }
      return response
    },
  ]

  /// So many records of which some lack a member, counted on from response to response.
  private static func records(_ first: Int, _ count: Int, lacking: (Int) -> Bool) -> Value {
    .list(
      (0..<count).map { place in
        var record: Value = ["id": .number(first + place), "title": .text("Title \(first + place)")]
        if !lacking(place) { record["score"] = .number((first + place) * 7 % 90) }
        return record
      })
  }

  /// A window of twenty records that moves on with each response, of which none has a member, or a value, after the sixtieth.
  private static func window(
    _ name: String, from first: Int = 0, by count: Int, null isNull: Bool = false, told step: Int
  ) -> SequenceCase {
    let rule = isNull ? "field-became-nullable" : "field-removed"
    return SequenceCase("a window of twenty records " + name, 90, told: ["\(step) open \(rule) $[*].score"]) {
      step, _ in
      let start = first + step * count
      guard isNull else { return records(start, 20) { (start + $0) % 5 < 2 || step > 60 } }
      return .list(
        (start..<(start + 20)).map { id in
          ["id": .number(id), "score": id % 5 < 2 || step > 60 ? .null : .number(id * 7 % 90)]
        })
    }
  }

  /// Lists of which some records always lacked a member, or held null, until none has it any more.
  static let lists: [SequenceCase] = [
    SequenceCase(
      "the same twenty records, of which four lack a member, then all", 80,
      told: ["44 open field-removed $[*].score"]
    ) { step, _ in records(0, 20) { $0 % 5 == 2 || step > 40 } },
    SequenceCase(
      "the same twenty records, of which eight are null, then all", 80,
      told: ["44 open field-became-nullable $[*].score"]
    ) { step, _ in
      .list(
        (0..<20).map { place in
          [
            "id": .number(place), "n": .number(step),
            "score": place % 5 < 2 || step > 40 ? .null : .number(place * 7 % 90),
          ]
        })
    },
    SequenceCase(
      "new records each time, of which some lack a member, then all", 80,
      told: ["44 open field-removed $[*].score"]
    ) { step, _ in records(step * 20, 20) { ($0 + step) % 5 < 2 || step > 40 } },
    SequenceCase(
      "five new records each time, of which some lack a member, then all", 80,
      told: ["44 open field-removed $[*].score"]
    ) { step, _ in records(step * 5, 5) { ($0 + step) % 5 < 2 || step > 40 } },
    SequenceCase(
      "new records each time, of which the first had a member all, later ones mostly, then none", 90,
      told: [
        "2 pending field-became-optional $[*].score", "61 pending field-removed $[*].score",
        "64 open field-removed $[*].score",
      ]
    ) { step, _ in records(step * 20, 20) { step > 1 && ($0 + step) % 20 == 2 || step > 60 } },
    SequenceCase(
      "the same twenty records, of which some lose a member and have it again, then none has it", 90,
      told: ["11 pending field-became-optional $[*].score", "61 open field-removed $[*].score"]
    ) { step, generator in records(0, 20) { place in step > 10 && (place * 7 + step) % 20 < 3 || step > 60 } },
    SequenceCase(
      "the same twenty records, of which nine are null, then all, from the twenty-first response on", 60,
      told: ["26 open field-became-nullable $[*].score"]
    ) { step, _ in
      .list(
        (0..<20).map { place in
          ["id": .number(place), "n": .number(step), "score": place < 9 || step > 20 ? .null : .number(place * 7 % 90)]
        })
    },
    window("that moves on by one, of which eight lack a member, then all", by: 1, told: 64),
    window("that moves on by two, of which eight lack a member, then all", from: 700, by: 2, told: 64),
    window("that moves on by one, of which eight are null, then all", by: 1, null: true, told: 64),
    window("that moves on by three, of which eight are null, then all", from: 9000, by: 3, null: true, told: 64),
    SequenceCase(
      "a window of twenty records, of which three lack a member that ten have as null, until none has it", 90,
      told: ["64 open field-removed $[*].score"]
    ) { step, _ in
      .list(
        ((500 + step)..<(520 + step)).map { id in
          var record: Value = ["id": .number(id), "title": .text("Title \(id)")]
          if id * 7 % 20 >= 3, step <= 60 { record["score"] = id * 7 % 20 < 13 ? .null : .number(id * 7 % 90) }
          return record
        })
    },
    SequenceCase("a list that is made anew every ten checks, of which one lacks what a few records always lacked", 400)
    {
      step, _ in
      let list = (step - 1) / 10
      return records(list * 20, 20) { ($0 + list) % 5 < 2 || list == 30 }
    },
    SequenceCase(
      "a list that is made anew every ten checks, whose records have numbers of their own beside identifiers", 400
    ) {
      step, _ in
      let list = (step - 1) / 10
      return .list(
        (0..<15).map { place in
          var record: Value = [
            "guid": .text("guid-\(list * 20 + place)"), "id": .number(place + 1), "n": .number(step),
          ]
          if (place + list) % 5 > 1, list != 30 { record["score"] = .number(place * 7) }
          return record
        })
    },
    SequenceCase(
      "a window of twenty jobs that moves on by one, of which those that run have a member, until none runs", 120
    ) { step, _ in
      // Twelve, then eight, then five, then none.
      let running = step <= 60 ? 12 : step == 61 ? 8 : step == 62 ? 5 : 0
      return records(step, 20) { $0 * 7 % 20 >= running }
    },
    SequenceCase("lists of which each comes twice, of which some records lack a member, and in two of them all", 90) {
      step, _ in
      let list = step / 2
      return ["at": .number(step), "records": records(list * 20, 20) { ($0 + list) % 5 < 2 || 30...31 ~= list }]
    },
    SequenceCase("a price that ends for four of the same twenty records at once", 150) { step, _ in
      records(0, 20) { $0 % 5 != 2 || step > 60 }
    },
    SequenceCase("a price that ends for six of the same twenty records at once", 150) { step, _ in
      records(0, 20) { $0 % 3 != 2 || step > 60 }
    },
    SequenceCase(
      "a window of polls whose options have numbers of their own, from where some had votes to where none has", 75
    ) {
      step, _ in
      let first = step <= 60 ? step % 8 : 100 + step * 10
      return .list(
        (first..<(first + 20)).map { poll in
          let hasVotes = step <= 60 && poll % 5 > 1
          let options = (1...4).map { option -> Value in
            hasVotes ? ["id": .number(option), "votes": .number(poll * option)] : ["id": .number(option)]
          }
          return ["id": .number(poll), "n": .number(step), "options": .list(options)]
        })
    },
    SequenceCase("a window of twenty records that moves on by one to where no record has a member", 200) { step, _ in
      records(step, 20) { (step + $0) % 5 < 2 || step + $0 > 80 }
    },
    SequenceCase("of the same twenty records two have a member, and are replaced by others without it", 250) {
      step, _ in
      records(step > 60 ? 2 : 0, 20) { place in step > 60 || place > 1 }
    },
    SequenceCase("the same twenty records, of which two have a member, all replaced at once by others without it", 200)
    {
      step, _ in
      records(step > 60 ? 100 : 0, 20) { step > 60 || $0 > 1 }
    },
    SequenceCase("of the same two records one has a member, and is then replaced by one without", 200) { step, _ in
      let isReplaced = step > 60
      return .list([
        ["id": 1, "n": .number(step), "title": "The first"],
        isReplaced
          ? ["id": 3, "n": .number(step), "title": "The third"]
          : ["id": 2, "n": .number(step), "title": "The second", "score": 7],
      ])
    },
  ]

  /// A few of many records: little in one response, and much where response after response of new records shows it.
  static let few: [SequenceCase] = [
    SequenceCase(
      "one of a hundred new records lacks a member, response after response", 120,
      told: [
        "41 pending field-became-optional $[*].score", "44 open field-became-optional $[*].score",
        "81 resolved field-became-optional $[*].score",
      ]
    ) { step, _ in records(step * 100, 100) { $0 == 17 && step > 40 && step <= 80 } },
    SequenceCase("one of a hundred new records lacks a member in half of the responses, from the beginning", 200) {
      step, generator in
      let isLacking = generator.happens(0.5)
      return records(step * 100, 100) { $0 == 17 && isLacking }
    }.seeded(0x980e562ab4a667a),
    SequenceCase(
      "one of the same hundred records lacks a member from some day on", 150,
      told: ["41 pending field-became-optional $[*].score"]
    ) { step, _ in records(0, 100) { $0 == 17 && step > 40 } },
    SequenceCase(
      "a window of a hundred records that moves on by half, in which one of two hundred lacks a member", 150,
      told: ["41 pending field-became-optional $[*].score"]
    ) { step, _ in records(step * 50, 100) { (step * 50 + $0) % 200 == 117 && step * 50 + $0 > 2100 } },
    SequenceCase(
      "the same hundred records for long, then new ones each time, of which some always lacked a member", 130,
      told: ["41 pending field-became-optional $[*].score"]
    ) { step, generator in
      let first = step <= 40 ? 0 : step * 100
      return records(first, 100) { step > 40 && (first + $0) % 50 == 3 }
    },
  ]

  static let sets: [SequenceCase] = [
    SequenceCase(
      "one odd state, then all states are spelled otherwise", 260,
      told: [
        "21 pending field-enum-value-added $[*].state", "201 pending field-enum-value-added $[*].state",
        "203 open field-enum-value-added $[*].state",
      ]
    ) { step, generator in
      .list(
        (0..<8).map { place in
          let state = ["open", "closed", "held"][generator.below(3)]
          let odd = step == 21 && place == 3 ? "clsoed" : state
          return ["id": .number(step * 8 + place), "state": .text(step > 200 ? state.uppercased() : odd)]
        })
    }
  ]

  static let kinds: [SequenceCase] = [
    SequenceCase(
      "one number as a text in 220 responses, then texts only", 270,
      told: [
        "80 open field-type-changed $.score", "81 resolved field-type-changed $.score",
        "221 reopened field-type-changed $.score",
      ]
    ) { step, generator in
      let number = generator.below(90)
      return ["n": .number(step), "score": step == 80 || step > 220 ? .text("\(number)") : .number(number)]
    },
    SequenceCase("a value that is a text for one sort only, which is all that comes for long", 160, told: []) {
      step, generator in
      .list(
        (0..<10).map { place in
          let isText = step > 100 || place == 3
          return [
            "id": .number(step * 10 + place), "type": isText ? "note" : "measurement",
            "value": isText ? .text("word \(generator.below(999))") : .number(generator.below(999)),
          ]
        })
    },
  ]

  static let formats: [SequenceCase] = [
    SequenceCase(
      "one title among 400 links, then titles only", 140,
      told: ["50 pending field-format-changed $[*].link", "101 open field-format-changed $[*].link"]
    ) { step, generator in
      .list(
        (0..<4).map { place in
          let isTitle = step > 100 || step == 50 && place == 1
          return [
            "id": .number(step * 4 + place),
            "link": .text(
              isTitle ? "see page \(generator.below(999))" : "https://x.example.com/\(generator.below(9999))"),
          ]
        })
    },
    SequenceCase(
      "one empty text among 1,000, then empty ones only", 140, told: ["104 open field-format-changed $[*].note"]
    ) { step, generator in
      .list(
        (0..<10).map { place in
          let isEmpty = step > 100 || step == 50 && place == 1
          return ["id": .number(step * 10 + place), "note": .text(isEmpty ? "" : "word \(generator.below(9999))")]
        })
    },
    SequenceCase(
      "dates, and dates with a time, that all become words", 140, told: ["101 open field-format-changed $[*].at"]
    ) { step, generator in
      .list(
        (0..<6).map { place in
          let day = "2026-0\(1 + generator.below(9))-1\(generator.below(9))"
          let text = step > 100 ? "\(1 + generator.below(20)) days ago" : place % 2 == 0 ? day : day + "T10:00:00Z"
          return ["id": .number(step * 6 + place), "at": .text(text)]
        })
    },
    SequenceCase(
      "dates with and without a fraction, to which a third form comes", 140,
      told: ["101 pending field-format-changed $[*].at", "103 open field-format-changed $[*].at"]
    ) { step, generator in
      .list(
        (0..<6).map { place in
          let day = "2026-0\(1 + generator.below(9))-1\(generator.below(9))"
          let fraction = place % 2 == 0 ? "" : ".\(100 + generator.below(900))"
          let text = step > 100 && place == 0 ? day : day + "T10:00:00\(fraction)Z"
          return ["id": .number(step * 6 + place), "at": .text(text)]
        })
    },
  ]

  static let scales: [SequenceCase] = [
    SequenceCase(
      "whole units that become cents, so wide that both ranges overlap", 140,
      told: ["101 open field-scale-changed $[*].price"]
    ) { step, generator in
      .list(
        (0..<12).map { place in
          let units = 1 + generator.below(999)
          return ["id": .number(step * 12 + place), "price": .number(step > 100 ? units * 100 : units)]
        })
    },
    SequenceCase(
      "times of which some are 0, from seconds to milliseconds and back", 160,
      told: ["101 open field-scale-changed $[*].seen", "141 resolved field-scale-changed $[*].seen"]
    ) { step, generator in
      .list(
        (0..<8).map { place in
          let seconds = place == 2 ? 0 : 1_790_000_000 + step * 300 + generator.below(300)
          return [
            "id": .number(step * 8 + place), "seen": .number(step > 100 && step <= 140 ? seconds * 1000 : seconds),
          ]
        })
    },
    SequenceCase("a time that was seen three times", 20, told: ["4 open field-scale-changed $.at"]) { step, _ in
      ["n": .number(step), "at": .number((1_790_000_000 + step * 300) * (step > 3 ? 1000 : 1))]
    },
    SequenceCase(
      "one weight in grams, then in kilograms", 260,
      told: ["201 pending field-scale-changed $.weight", "202 open field-scale-changed $.weight"]
    ) { step, generator in
      let grams = 100 + generator.below(1900)
      return [
        "n": .number(step),
        "weight": step > 200
          ? .verbatim("\(grams / 1000).\(String(1000 + grams % 1000).dropFirst())1") : .number(grams),
      ]
    },
    SequenceCase(
      "one price, then in cents", 260,
      told: ["202 pending field-scale-changed $.price", "203 open field-scale-changed $.price"]
    ) { step, generator in
      ["n": .number(step), "price": .number((5 + generator.below(495)) * (step > 200 ? 100 : 1))]
    },
    SequenceCase("a counter of the day", 400, told: []) { step, generator in
      ["n": .number(step), "today": .number(step % 96 * 12 + generator.below(10))]
    },
    SequenceCase("numbers of any size", 300, told: []) { step, generator in
      func any() -> Value {
        .number((1 + generator.below(9)) * [1, 10, 100, 1000, 10_000, 100_000][generator.below(6)])
      }
      return .list((0..<6).map { place in ["id": .number(step * 6 + place), "views": any()] })
    },
  ]

  static let nevers: [SequenceCase] = [
    SequenceCase(
      "a state of all records that comes back, once it was told", 900,
      told: ["54 open field-became-nullable $[*].rain", "76 resolved field-became-nullable $[*].rain"]
    ) { step, generator in
      .list(
        (0..<12).map { place in
          let isDry = step % 75 > 50 || step % 75 == 0
          return [
            "id": .number(place), "rain": isDry || generator.happens(0.05) ? .null : .number(generator.below(30)),
          ]
        })
    },
    SequenceCase("null while nothing is planned, for weeks at a time", 400, told: []) { step, _ in
      ["n": .number(step), "next": step % 50 < 25 ? .null : .number(step)]
    },
  ]
}
