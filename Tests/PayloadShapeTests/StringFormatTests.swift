import PayloadShape
import Testing

@Test(
  "A string's format is judged by its bytes",
  arguments: [
    ("", StringFormat.empty), (" \t\n", .blank), ("872", .digits), ("-872", .text), ("8.5", .text), ("💚", .text),
    ("6F9619FF-8B86-D011-B42D-00CF4FC964FF", .uuid), ("6f9619ff-8b86-d011-b42d-00cf4fc964ff", .uuid),
    ("6f9619ff8b86d011b42d00cf4fc964ff", .text), ("6f9619ff-8b86-d011-b42d-00cf4fc964fg", .text),
    ("2026-01-30", .date), ("2026-13-30", .text), ("2026-01-00", .text), ("2026-1-3", .text), ("2026-01-3", .text),
    ("2024-05-01T09:00:00Z", .dateTime), ("2024-05-01 09:00", .dateTimeLocal),
    ("2024-05-01T09:00:00+02:00", .dateTimeOffset), ("2024-05-01T09:00:00+00:00", .dateTimeOffset),
    ("2024-05-01T09:00:00-0330", .dateTimeOffset), ("2024-05-01t09:00:00z", .dateTime),
    ("2024-05-01T09:00:00", .dateTimeLocal), ("2025-09-25T20:31:07.000Z", .dateTimeFraction),
    ("2025-09-25T20:31:07,5+01", .dateTimeOffsetFraction), ("2025-09-25T20:31:07.1234Z", .dateTimeLongFraction),
    ("2025-09-25T20:31:07.1234567+01:00", .dateTimeOffsetLongFraction),
    ("2025-09-25T20:31:07.123", .dateTimeLocalFraction), ("2025-09-25 20:31:07.123456", .dateTimeLocalLongFraction),
    ("2025-09-25T20:31:07.Z", .text), ("2025-09-25T", .text), ("2025-09-25T25:00:00Z", .text),
    ("2025-09-25T20:31:07Zulu", .text), ("2025-09-25 and later", .text),
    ("https://i.imgur.com/ZANVnHE.jpeg", .urlAbsolute), ("x-app+2://open", .urlAbsolute), ("https://", .text),
    ("https://example.com/a b", .text), ("Note: see https://example.com", .text), ("://x", .text),
    ("/api/v2/type/13/", .urlRelative), ("../up", .urlRelative), ("//host/path", .urlRelative), ("/", .text),
    ("...", .text), ("/ or", .text), (".5", .text),
    ("a@example.com", .email), ("@example.com", .text), ("a@localhost", .text), ("a@b@c.de", .text), ("a@.de", .text),
    ("[\"https://i.imgur.com/1twoaDy.jpeg\"", .json), ("\"https://a.b/c\"]", .json), ("\"https://a.b/c\"", .json),
    ("{\"a\":1}", .json), ("[1, 2]", .json), ("[]", .json), ("{}", .json), ("[{\"a\":1}]", .json),
    ("[draft] Title", .text), ("{curly}", .text), ("\"", .text), ("\"Hello\" is a word", .text),
  ])
func stringFormats(_ string: String, _ expected: StringFormat) {
  #expect(StringFormat(of: string) == expected)
}
