import SpinCore
import Testing

@Suite struct OutputFormatTests {
  /// What is known after two records of one format, in every mode that reads it.
  @Test(arguments: [
    ("ninja", "[12/345] CXX a.o\n[13/345] CXX b.o\n", 13, 345),
    ("ninja", "[0/2] a\n[2/2] b\n", 1, 1),
    ("ninja", "[3/9] a\n[2/5] the total changes\n", 2, 5),
    ("ninja", "\u{1B}[2K\r[1/3] Compiling a\u{1B}[2K\r[2/3] Compiling b\n", 2, 3),
    ("ninja", "\r[1/3] a\u{1B}[K\r[2/3] b\u{1B}[K\r", 2, 3),
    ("ninja", "[1/999999999999999999] a\n[999999999999999999/999999999999999999] b\n", 1, 1),
    ("cmake", "[ 42%] Building C object x\n[ 57%] Linking\n", 57, 100),
    ("cmake", "[  5%] a\nwarning\n[100%] Built target b\n", 1, 1),
    ("cmake", "[ 57%] runs\n[ 42%] back\n", 42, 100),
    ("cmake", "\u{1B}[32m[ 42%] Building\u{1B}[0m\n\u{1B}[1m[ 57%] Linking\u{1B}[m\n", 57, 100),
    ("git", "Receiving objects:  42% (123/292)\rReceiving objects:  43% (126/292)\r", 126, 292),
    ("git", "remote: Counting:   0% (1/292)\rremote: Counting:   1% (3/292)\u{1B}[K\r", 3, 292),
    (
      "git",
      "Receiving:  99% (9/9)\rReceiving:  42% (123/292), 1.2 MiB | 2.1 MiB/s\r"
        + "Receiving: 100% (292/292), 1.2 MiB | 2.1 MiB/s, done.\n",
      1, 1
    ),
    ("git", "接收对象中:  42% (123/292)\r接收对象中:  43% (126/292)\r", 126, 292),
    ("curl", "\r####        15.3%\r######      42.0%\r", 420, 1000),
    ("curl", "\r              0.0%\r############ 100.0%\n", 1, 1),
    ("curl", "\r#=#=#  \r-=O=-    #  \r#   15.2%\r##  15.3%\r", 153, 1000),
    ("wget", "a.iso  71%[====>  ] 1.2M  2MB/s\ra.iso  72%[====>  ] 1.3M  2MB/s\r", 72, 100),
    ("wget", "a.iso   0%[       ] 0\ra.iso 100%[======>] 1.3M\n", 1, 1),
    ("wget", "\r71%[+++==> ]\r72%[+++==> ]\r", 72, 100),
    ("wget", "\ra%20b  71%[=> ]\ra%20b  72%[=> ]\r", 72, 100),
    ("pip", "Progress 0 of 876263\nProgress 262144 of 876263\n", 262144, 876263),
    ("pip", "Progress 9 of 9\r\nProgress 1 of 5\r\n", 1, 5),
    ("qemu", "    (0.00/100%)\r    (42.00/100%)\r", 4200, 10000),
    ("qemu", "    (42.00/100%)\r    (100.00/100%)\r\n", 1, 1),
  ])
  func seriesAreRead(_ name: String, _ text: String, _ numerator: Int, _ denominator: Int) {
    let expected = Fraction(numerator, of: denominator)
    #expect(progress(text, .automatic) == expected)
    #expect(progress(text, .any) == expected)
    #expect(progress(text, .off) == nil)
    for format in OutputFormat.allCases where format.checksItself {
      let isNamed = format.rawValue == name
      #expect(progress(text, .format(format)) == (isNamed ? expected : nil), "\(format.rawValue)")
    }
  }

  /// Texts that resemble progress, each with others like it.
  @Test(arguments: [
    "42\n43\n44\n", "CPU 95% busy\nCPU 96% busy\n", "disk 91% full\ndisk 92% full\n",
    "50% off\n60% off\n", "load 0.42\nload 0.43\n", "42%\n43%\n", "42.5\n43.5\n",
    "[2024/01] report\n[2024/02] report\n", "[12/31/2025 10:00] a\n[12/30/2025 10:00] b\n",
    "[5/3] x\n[6/3] x\n", "[1/2] retry\n", "[1/2] retry\n[1/2] retry\n", "[1/1] done\n[0/1] done\n",
    "[01/12] a\n[02/12] b\n", "[1/02] a\n[2/03] b\n", "[05/06 10:00] a\n[06/06 10:01] b\n",
    "[1/2]\n[2/2]\n", "[1/2]x\n[2/2]x\n", " [1/2] x\n [2/2] x\n",
    "#8 [1/4] RUN a\n#9 [2/4] RUN b\n",
    "[1.5/2] x\n[1.6/2] x\n", "[-1/2] x\n[-2/3] x\n", "[1/2/3] x\n[2/2/3] x\n", "[/2] x\n[1/] x\n",
    "[1/9999999999999999999] x\n[2/9999999999999999999] x\n", "[a/b] x\n[b/b] x\n",
    "step [1/4] x\nstep [2/4] x\n", "[1 /2] x\n[2 /2] x\n", "[ 1/2] x\n[ 2/2] x\n",
    "[ 42%] battery\n", "[ 42%] battery\n[ 42%] battery\n", "[42%] x\n[43%] x\n",
    "[5%] x\n[6%] x\n", "[101%] x\n[102%] x\n", "[042%] x\n[043%] x\n", "[ 42%]\n[ 57%]\n",
    "test_a.py ....  [ 42%]\ntest_b.py ....  [ 57%]\n",
    "[gw0] [ 42%] PASSED a\n[gw1] [ 57%] PASSED b\n",
    "[ 4 %] x\n[ 5 %] x\n", "[42.0%] x\n[43.0%] x\n", "[   ] x\n[  %] x\n",
    "Coverage: 42% (10/292)\nCoverage: 43% (11/292)\n", "100% (12/12) tests passed\n",
    "50% (6/12) tests passed\n100% (12/12) tests passed\n",
    "Coverage:  42% (10/292)\nCoverage:  43% (11/292)\n",
    "Lines:  42% (123/292)\nBranches:  43% (126/292)\n", "A: 100% (0/0)\nA:   0% (0/0)\n",
    "A:  42% (123 / 292)\nA:  43% (126 / 292)\n", ":  42% (123/292)\n:  43% (126/292)\n",
    "A  42% (123/292)\nA  43% (126/292)\n", "A:  42% (123/292\nA:  43% (126/292\n",
    "### Heading 15.3%\n### Heading 16.3%\n", "### 15.3%\n### 16.3%\n",
    "### 15.3%\r\n### 16.3%\r\n",
    "\r### a 15.3%\r### a 16.3%\r", "\r###15.3%\r###16.3%\r", "\r# 15%\r# 16%\r",
    "\r# 15.33%\r# 16.33%\r",
    "\r# 100.5%\r# 101.0%\r", "\r# 15.3% \r# 16.3% \r", "\r # 15.3%\r # 16.3%\r",
    "\r-=O=-  \r -=O=- \r", "71%[=x=>  ]\n72%[=x=>  ]\n", "71% [====>  ]\n72% [====>  ]\n",
    "71%[]\n72%[]\n",
    "a71%[=> ]\na72%[=> ]\n", "71%[>= ]\n72%[>= ]\n", "71%[=>\n72%[=>\n", "171%[=> ]\n172%[=> ]\n",
    "1.71%[=> ]\n1.72%[=> ]\n", "a[ <=> ] 1M\na[  <=>] 2M\n", "%[=> ]\n%[==> ]\n",
    "Progress: 3 of 5 stars\nProgress: 4 of 5 stars\n", "Progress 9 of 5\nProgress 8 of 5\n",
    "Progress 3 of 5 stars\nProgress 4 of 5 stars\n", "Progress 0 of 0\nProgress 1 of 0\n",
    " Progress 1 of 5\n Progress 2 of 5\n", "progress 1 of 5\nprogress 2 of 5\n",
    "Progress 1 of 5 \nProgress 2 of 5 \n", "Progress 1/5\nProgress 2/5\n",
    "(42.00/100%)\n(43.00/100%)\n", "    (42.0/100%)\n    (43.0/100%)\n",
    "    (100.50/100%)\n    (101.00/100%)\n", "    (42.00/100%) x\n    (43.00/100%) x\n",
    "    (42.00/200%)\n    (43.00/200%)\n", "    (42/100%)\n    (43/100%)\n", "%\n%%\n", "[\n[[\n",
    "P\nPr\n",
  ])
  func otherTextIsNot(_ text: String) {
    #expect(progress(text, .automatic) == nil)
    for format in OutputFormat.allCases where format.checksItself {
      #expect(progress(text, .format(format)) == nil, "\(format.rawValue)")
    }
  }

  private func progress(_ text: String, _ mode: ScanMode) -> Fraction? {
    OutputScanner(mode: mode, reading: text).progress
  }
}
