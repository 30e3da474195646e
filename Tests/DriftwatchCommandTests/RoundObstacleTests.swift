import Monitoring
import Testing

@testable import DriftwatchCommand

@Test(
  "Where an option removes an obstacle, the reason names it",
  arguments: [
    (RoundObstacle.noBaseURL(contract: "shop"), "give one with --base-url shop=URL"),
    (.notASandbox(sandboxes: ["sandbox", "test"]), "add --environment sandbox"),
    (.sandboxMoved, "leave out --base-url"),
    (.writesNotAllowed, nil), (.noSender, nil), (.noSandbox, nil), (.notASandbox(sandboxes: []), nil),
  ] as [(RoundObstacle, String?)])
func remedies(_ obstacle: RoundObstacle, _ remedy: String?) {
  #expect(obstacle.remedy == remedy)
}
