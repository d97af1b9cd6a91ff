extension Duration {
  /// This time for people: one decimal below 10 s, else the two largest units; never rounded up.
  package var text: String {
    guard self < .seconds(10) else { return wholeText }
    let tenths = components.attoseconds / 100_000_000_000_000_000
    return "\(components.seconds).\(tenths)s"
  }

  /// As `text`, in whole seconds.
  package var wholeText: String {
    let seconds = components.seconds
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400)
    if days > 0 { return "\(days)d \(hours % 24)h" }
    if hours > 0 { return "\(hours)h \(minutes % 60)m" }
    if minutes > 0 { return "\(minutes)m \(seconds % 60)s" }
    return "\(seconds)s"
  }
}
