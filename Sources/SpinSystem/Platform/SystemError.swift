import Foundation

/// A system call that failed.
package struct SystemError: Error, Equatable, Sendable {
  /// The `errno(3)` value.
  package let number: Int32
  /// What was attempted, for messages.
  package let action: String

  /// Another text than the C library's; nil for that.
  private let ownReason: String?

  package init(_ action: String, number: Int32 = errno) {
    self.action = action
    self.number = number
    ownReason = nil
  }

  /// Something that the system allows and spin does not.
  init(_ action: String, reason: String) {
    self.action = action
    number = EINVAL
    ownReason = reason
  }

  /// As `subject: reason`.
  package var text: String { "\(action): \(reason)" }

  /// The C library's text, in lower case as in all messages of spin's, or spin's own.
  package var reason: String {
    if let ownReason { return ownReason }
    let text = String(cString: strerror(number))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Repeats a system call for as long as a signal interrupts it.
///
/// - Returns: what the call returns in the end; -1 with `errno` if it failed.
@discardableResult
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// The result of a system call, or the error that it left in `errno`.
@discardableResult
func check<Result: FixedWidthInteger>(
  _ action: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
  let result = retrying(call)
  if result == -1 { throw SystemError(action()) }
  return result
}
