/// Runs author code on the main actor, where a worker runs everything, because the main thread has the large stack.
///
/// Nothing asks the app's types to be Sendable. Handing the values over is safe because the caller waits and no other task
/// uses them meanwhile.
func onMainActor<Input, Output>(
  _ input: Input, _ body: @MainActor @Sendable (Input) async throws -> Output?
) async throws -> Any? {
  try await run(HandedOver(value: input), body).value.map { $0 as Any }
}

@MainActor private func run<Input, Output>(
  _ input: HandedOver<Input>, _ body: @MainActor @Sendable (Input) async throws -> Output?
) async throws -> HandedOver<Output?> {
  HandedOver(value: try await body(input.value))
}

private struct HandedOver<Value>: @unchecked Sendable {
  let value: Value
}
