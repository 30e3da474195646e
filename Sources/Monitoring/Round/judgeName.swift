/// The judge: the Foundation that this program was built with, and the system.
///
/// Swift's version is known only to the compiler, so the list ends at the version at which this was written.
public var judgeName: String {
  #if os(Linux)
    let system = "Linux"
  #elseif os(macOS)
    let system = "macOS"
  #else
    let system = "another system"
  #endif
  #if compiler(>=6.4)
    return "Foundation 6.4 or newer, \(system)"
  #elseif compiler(>=6.3.2)
    return "Foundation 6.3.2 or newer, \(system)"
  #elseif compiler(>=6.3.1)
    return "Foundation 6.3.1, \(system)"
  #elseif compiler(>=6.3)
    return "Foundation 6.3, \(system)"
  #else
    return "Foundation 6.2, \(system)"
  #endif
}
