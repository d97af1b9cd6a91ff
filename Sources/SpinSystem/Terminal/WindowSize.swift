import Foundation

/// A window's size in cells, with the customary one where the terminal does not know its own.
struct WindowSize: Equatable {
  let rows: Int
  let columns: Int
}

extension WindowSize {
  init(_ size: winsize) {
    rows = size.ws_row == 0 ? 24 : Int(size.ws_row)
    columns = size.ws_col == 0 ? 80 : Int(size.ws_col)
  }
}
