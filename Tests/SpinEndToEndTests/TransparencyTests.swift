import Foundation
import SpinTestSupport
import Testing

/// What the command finds when it starts is what it would have found without spin.
@Suite struct TransparencyTests {
  /// What a script prints with `$PREFIX` empty, and with spin in its place.
  private func bothWays(
    _ script: String, options: String, input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws -> (bare: PipedRun, spun: PipedRun) {
    let bare = try PipedRun.shell(
      script, input: input, environment: environment.merging(["PREFIX": ""]) { $1 })
    let spun = try PipedRun.shell(
      script, input: input,
      environment: environment.merging(["PREFIX": "\(Program.spin) -d 60 \(options) --"]) { $1 })
    return (bare, spun)
  }

  private func expectSame(
    _ script: String, options: String = "", input: [UInt8] = [],
    environment: [String: String?] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (bare, spun) = try bothWays(
      script, options: options, input: input, environment: environment)
    #expect(spun.outputText == bare.outputText, sourceLocation: sourceLocation)
    #expect(spun.output == bare.output, sourceLocation: sourceLocation)
    #expect(spun.errors == bare.errors, sourceLocation: sourceLocation)
    #expect(spun.status == bare.status, sourceLocation: sourceLocation)
    #expect(bare.output.count > 0, "the script shows nothing", sourceLocation: sourceLocation)
  }

  @Test func argumentsAreTheSameBytes() throws {
    let run = try PipedRun(
      [Array(Program.spin.utf8)] + ["--", "printf", "<%s>"].map { Array($0.utf8) }
        + [[0xFF], [], [0xC3], Array("ä b\n*".utf8)],
      environment: Program.environment())
    let expected = [0x3C, 0xFF] + Array("><><".utf8) + [0xC3] + Array("><ä b\n*>".utf8)
    #expect(run.output == expected)
  }

  @Test func aFileWhoseNameIsNoTextIsFound() throws {
    try expectSame(
      """
      cd "$(mktemp -d)" && echo found > $'\\xff'
      $PREFIX cat $'\\xff'
      rm $'\\xff' && rmdir "$PWD"
      """)
  }

  @Test func aHundredThousandArgumentsPass() throws {
    try expectSame("ulimit -s 65536; $PREFIX sh -c 'echo $#' sh {1..100000}")
  }

  @Test func tooManyArgumentsAreTheSystemsToRefuse() throws {
    let run = try PipedRun.shell(
      """
      arguments=$(printf 'x%.0s' {1..100})
      "$SPIN" -- true $(yes $arguments | head -n 60000 | tr '\\n' ' ') 2>&1 | tail -c 60
      exit ${PIPESTATUS[0]}
      """)
    #expect(run.status == .exited(126))
  }

  @Test func theEnvironmentIsTheSameBytesInTheSameOrder() throws {
    // The shell itself sets `_` to the path of what it runs; what tells of the progress pipe comes last.
    try expectSame(
      "export -n PREFIX; $PREFIX env | grep -v ^_= | grep -v ^SPIN_PROGRESS",
      environment: ["Z": "1", "A": "2"])
    try expectSame("FOO=$'\\xff' $PREFIX sh -c 'printf %s \"$FOO\"'")
    try expectSame("env -i B=1 A=2 B=3 'odd name=x' $PREFIX /usr/bin/env", options: "-m silent")
    let run = try PipedRun.shell("env -i SPIN_PROGRESS=x A=2 \"$SPIN\" -- /usr/bin/env")
    #expect(
      run.outputText.replacing(/spin\.\w+/, with: "DIRECTORY")
        == "SPIN_PROGRESS=/tmp/DIRECTORY/progress\nA=2\nSPIN_PROGRESS_FD=3\n")
  }

  @Test func theCommandIsInTheSameProcessGroupAndSession() throws {
    try expectSame(
      "$PREFIX python3 -c 'import os; print(os.getpgrp(), os.getsid(0))' | sed \"s/$$/shell/g\"")
  }

  @Test func everyDescriptorIsInherited() throws {
    try expectSame("$PREFIX cmp <(echo a) <(echo b)")
    try expectSame("$PREFIX sh -c 'cat <&7; echo 9 >&9' 7< <(echo seven) 9>&1")
    try expectSame(
      "$PREFIX ls /proc/self/fd 5</dev/null 17</dev/null 200</dev/null", options: "-m silent")
    try expectSame(
      "$PREFIX sh -c 'readlink /proc/self/fd/5 /proc/self/fd/6' 6</dev/zero 5</dev/null")
  }

  @Test func hundredsOfDescriptorsAreInherited() throws {
    try expectSame(
      """
      ulimit -n 1024
      for number in {3..900}; do eval "exec $number</dev/null"; done
      $PREFIX sh -c 'ls /proc/self/fd | wc -l; readlink /proc/self/fd/899'
      """, options: "-m silent")
  }

  @Test func highDescriptorsCostNothing() throws {
    let script = """
      import os, sys
      os.dup2(0, os.sysconf("SC_OPEN_MAX") - 1, True)
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    try expectSame(
      "python3 -c \"$SCRIPT\" $PREFIX sh -c 'ls /proc/$$/fd'", options: "-m silent",
      environment: ["SCRIPT": script])
  }

  @Test func closedDescriptorsStayClosed() throws {
    for redirection in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"] {
      try expectSame(
        """
        exec 3>&1
        $PREFIX sh -c 'for n in 0 1 2; do [ -e /proc/$$/fd/$n ] && echo $n; done >&3; echo >&3' \
          \(redirection)
        """)
    }
  }

  @Test func fewDescriptorsAreEnough() throws {
    try expectSame("ulimit -Sn 10; $PREFIX sh -c 'ulimit -Sn; ulimit -Hn'")
    try expectSame("ulimit -n 32; $PREFIX sh -c 'ulimit -Sn; ulimit -Hn'")
    // One above the limit is beyond reach; the command runs without it.
    let run = try PipedRun.shell("ulimit -n 40; exec 50</dev/null; \"$SPIN\" -- echo hi")
    #expect(run.outputText == "hi\n")
  }

  @Test func signalDispositionsAndMaskAreInherited() throws {
    let status = "grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status"
    try expectSame("$PREFIX \(status)")
    try expectSame("trap '' HUP INT USR1 PIPE CHLD TERM WINCH CONT; $PREFIX \(status)")
    try expectSame("trap '' TSTP TTIN TTOU QUIT; $PREFIX \(status)")
    let script = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [10, 15, 20, 40])
      for number in (41, 64): signal.signal(number, signal.SIG_IGN)
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    try expectSame(
      "python3 -c \"$SCRIPT\" $PREFIX \(status)", environment: ["SCRIPT": script])
  }

  @Test func anIgnoredDeathOfChildrenDoesNotHideTheStatus() throws {
    let run = try PipedRun.shell("trap '' CHLD; \"$SPIN\" -- sh -c 'exit 7'; echo $?")
    #expect(run.outputText == "7\n")
  }

  @Test func limitsAndPrioritiesAreInherited() throws {
    try expectSame("ulimit -c 0; ulimit -t 100; umask 027; $PREFIX sh -c 'ulimit -a; umask; nice'")
  }

  @Test func aScriptWithoutInterpreterRunsAsUnderAShell() throws {
    try expectSame(
      """
      cd "$(mktemp -d)" && echo 'echo "script $1"' > script && chmod +x script
      $PREFIX ./script one
      rm script && rmdir "$PWD"
      """)
  }

  @Test func theWorkingDirectoryNeedsNoName() throws {
    try expectSame(
      """
      cd "$(mktemp -d)" && mkdir $'\\xff' && cd $'\\xff'
      $PREFIX sh -c 'touch here; ls'
      rm here; rmdir "$PWD"; $PREFIX sh -c 'echo gone'
      rmdir ..
      """)
  }

  @Test func inputArrives() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try expectSame("$PREFIX cat", input: bytes)
    try expectSame("$PREFIX head -c 10; cat | wc -c", input: bytes)
  }

  @Test func redirectedOutputIsNotTouched() throws {
    try expectSame("$PREFIX printf '\\377\\376\\r\\n\\000x'")
    try expectSame("x=$($PREFIX echo hi); echo \"<$x>\"")
    try expectSame("$PREFIX sh -c 'echo out; echo err >&2' 2>/dev/null")
    try expectSame("$PREFIX yes | head -n 1; echo ${PIPESTATUS[0]}")
    try expectSame("$PREFIX sh -c 'test -t 1; echo $?'")
  }

  @Test func makesJobserverReachesTheCommand() throws {
    let run = try PipedRun.shell(
      """
      cd "$(mktemp -d)"
      printf 'all: ; +$(SPIN) -- $(MAKE) -f inner\\n' > outer
      printf 'all: a b c d\\na b c d: ; @echo $@\\n' > inner
      make -j2 -f outer 2>&1 | sort | tr '\\n' ' '
      rm outer inner && rmdir "$PWD"
      """)
    #expect(!run.outputText.contains("jobserver unavailable"))
    #expect(run.outputText.contains("a b c d"))
  }

  @Test func descriptorsThatTheCommandClosesAreClosed() throws {
    let (input, output, extra) = (try TestPipe(), try TestPipe(), try TestPipe())
    let process = try SpawnedProcess(
      [Program.spin, "--", "sh", "-c", "exec >&- 3>&-; read line; exit 3"].map { Array($0.utf8) },
      environment: Program.environment(),
      descriptors: [input.readEnd, output.writeEnd, input.readEnd, extra.writeEnd])
    for pipe in [output, extra] {
      pipe.closeWriteEnd()
      // Waits for the end of what is written there: nothing.
      pipe.read()
      #expect(pipe.readEnd == -1)
    }
    #expect(process.status == nil)
    input.closeWriteEnd()
    #expect(try process.wait() == .exited(3))
  }
}
