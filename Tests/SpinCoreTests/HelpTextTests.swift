import SpinCore
import Testing

@Suite struct HelpTextTests {
  @Test func helpNamesEveryOption() {
    #expect(
      HelpText.help == """
        Usage: spin [option ...] [--] command [argument ...]

        Runs the command untouched and shows on the terminal that it is alive, once it has taken a
        second. Options end at the command's name.

          -l, --label TEXT            text beside the indicator (default: by the command)
          -d, --delay DURATION        show nothing for so long (default: 1s)
          -s, --style NAME            frames of the indicator (default: dots)
          -c, --color COLOR           tint: a colour's name, or none (default: the style's)
              --bar NAME              look of the bar: line, block, dots or ascii (default: line)
              --hide-track            leave the part of the bar that is not done blank
              --keep                  leave a last line that says how it ended
          -o, --output MODE           stream, tail[:N], on-failure, at-end or none (default: stream)
          -q, --quiet                 print the output only if the command fails (--output on-failure)
              --scan MODE             percentages in output: auto, any, off or a format (default: auto)
              --progress-from PATH    read progress from a FIFO or /dev/fd/N, not from SPIN_PROGRESS
          -m, --mode MODE             auto, animated, plain, accessible or silent (default: auto)
              --taskbar WHEN          progress in the terminal's taskbar or tab: auto, always or never
              --heartbeat DURATION    in plain mode, a line at least so often (default: 60s, 0: never)
          -t, --timeout DURATION      end the command with SIGTERM after so long (default: never)
          -k, --kill-after DURATION   send SIGKILL so long after the timeout (default: 10s, 0: never)
              --block-input           hide what is typed, and discard what the command does not read
              --list-styles           show the styles and exit
          -h, --help                  show this text and exit
          -V, --version               show the version and exit

        A DURATION is a number with ms, s, m or h; without a unit it is in seconds.

        Exit status: the command's own, or as it was killed; 124 when the timeout ran out, 125 when
        spin itself fails, 126 when the command cannot be run, 127 when it is not found.

        """)
  }

  @Test func everyLineFitsAWindow() {
    for line in HelpText.help.split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test func namesAreUnique() {
    #expect(Set(Option.all.map(\.name)).count == Option.all.count)
    let letters = Option.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test func stylesAreShownWithTheirFrames() {
    #expect(
      HelpText.styles(isUnicode: true)
        == "dots      ⠋ ⠙ ⠹ ⠸ ⠼ ⠴ ⠦ ⠧ ⠇ ⠏\nline      | / - \\\n")
    #expect(
      HelpText.styles(isUnicode: false)
        == "dots      (needs a UTF-8 locale)\nline      | / - \\\n")
  }

  @Test func framesOfAStyleAreEquallyWide() {
    for style in Style.all { #expect(Set(style.frames.map(\.columns)).count == 1) }
  }
}
