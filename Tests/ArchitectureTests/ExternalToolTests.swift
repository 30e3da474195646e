import TestSupport
import Testing

@Suite("Programs of the machine that tests need")
struct ExternalToolTests {
  @Test(
    "One that is missing, fails or is too old is told with what to install; one that is there is used",
    arguments: [
      (["/nowhere/tool", "--version"], nil, true), (["false"], nil, true), (["echo", "tool 1.2.3"], "1.10", true),
      (["echo", "no number"], "1.0", true), (["echo", "tool, version 1.10(1)"], "1.2", false),
      (["echo", "no number"], nil, false), (["sh", "-c", "echo 3.0 >&2"], "3.0", false),
    ] as [([String], String?, Bool)])
  func lacks(_ words: [String], _ least: String?, _ isLacking: Bool) {
    let lack = ExternalTool(words, least: least, package: "some-package").lack
    #expect((lack != nil) == isLacking, "\(lack ?? "nothing")")
    #expect(lack?.contains("apt-get install some-package") ?? true)
  }
}
