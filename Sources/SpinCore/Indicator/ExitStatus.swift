/// The exit statuses that are not the command's, those of GNU timeout(1) and env(1).
package enum ExitStatus {
  package static let timedOut: Int32 = 124
  /// spin failed, or was misused.
  package static let failed: Int32 = 125
  /// The command was found and cannot be run.
  package static let cannotRun: Int32 = 126
  package static let notFound: Int32 = 127
}
