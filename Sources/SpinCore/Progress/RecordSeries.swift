/// Tells progress from chance: of a kind of record, two in succession that differ.
struct RecordSeries {
  /// How long a record holds.
  static let lifetime = Duration.seconds(10)
  /// How long the next of its kind is awaited.
  private static let memory = Duration.seconds(60)

  private struct Sighting {
    let record: OutputRecord
    let time: Duration

    var end: Duration { time + RecordSeries.lifetime }
  }

  /// The last record of the kind that is believed.
  private var current: Sighting?
  /// The last record, if it is of another kind or no longer holds.
  private var candidate: Sighting?

  var fraction: Fraction? { current?.record.fraction }

  /// When the fraction ends, unless a record comes before.
  var expiry: Duration? { current?.end }

  /// Takes the next record.
  mutating func append(_ record: OutputRecord, at now: Duration) {
    expire(at: now)
    let sighting = Sighting(record: record, time: now)
    if current?.record.kind == record.kind || isConfirmed(by: record) {
      current = sighting
      candidate = nil
    } else {
      candidate = sighting
    }
  }

  /// Drops what is too old.
  mutating func expire(at now: Duration) {
    if let current, current.end <= now {
      candidate = candidate ?? current
      self.current = nil
    }
    if let candidate, candidate.time + Self.memory <= now { self.candidate = nil }
  }

  private func isConfirmed(by record: OutputRecord) -> Bool {
    guard let earlier = candidate?.record else { return false }
    return earlier.kind == record.kind && earlier.fraction != record.fraction
  }
}
