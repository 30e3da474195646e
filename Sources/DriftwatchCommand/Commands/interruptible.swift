import System

/// Does work that leaves nothing behind when a signal ends it: its task is cancelled and waited for, and then the program dies of the signal.
///
/// - Parameter work: The work. Processes that it started are gone, and its temporary folders removed, when it returns or throws.
/// - Returns: What the work returns.
/// - Throws: What the work throws.
func interruptible<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
  let interruption = Interruption()
  defer { interruption.end() }
  return try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      while Interruption.pending == nil { try await Task.sleep(for: .milliseconds(50)) }
      return nil
    }
    while let result = try await group.next() {
      group.cancelAll()
      if let result { return result }
    }
    throw CancellationError()
  }
}
