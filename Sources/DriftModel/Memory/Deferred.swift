import Synchronization

/// A value that is made when somebody first asks for it, and only once.
///
/// Stores hand out large values so: a check whose response is the last one again asks for few of them.
public final class Deferred<Value: Sendable>: Sendable {
  private enum State {
    case made(Value)
    case waiting(@Sendable () -> Value)
  }

  private let state: Mutex<State>

  /// A value that is there already.
  public init(_ value: Value) { state = Mutex(.made(value)) }

  /// A value that `make` gives when it is first asked for.
  public init(making make: @escaping @Sendable () -> Value) { state = Mutex(.waiting(make)) }

  /// The value.
  public var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .waiting(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}

extension Deferred: Equatable where Value: Equatable {
  /// Whether both values are equal; makes both.
  public static func == (left: Deferred, right: Deferred) -> Bool { left === right || left.value == right.value }
}
