/// A stage of a round: keeps responses as recordings, as long as their bodies are there.
struct RecordStage {
  let context: RoundContext

  /// Keeps what is new in some responses; nothing if the round keeps none.
  func run(_ checked: [CheckedRequest], _ found: FoundValues) async {
    guard let recorder = context.recorder else { return }
    for request in checked {
      for response in request.responses where !response.response.body.isEmpty {
        await recorder.take(response, of: request.group, found)
      }
    }
  }
}
