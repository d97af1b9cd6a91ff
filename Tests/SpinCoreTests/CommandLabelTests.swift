import SpinCore
import Testing

@Suite struct CommandLabelTests {
  @Test(arguments: [
    ("make", "make"), ("make -j8", "make"), ("/usr/bin/git clone https://x", "git clone"),
    ("npm install", "npm install"), ("apt-get dist-upgrade", "apt-get dist-upgrade"),
    ("mysql -psecret", "mysql"), ("login Secret1", "login"), ("login s3cret", "login"),
    ("scp a@b: c", "scp"), ("ls --help", "ls"), ("./configure prefix", "configure prefix"),
    ("x ", "x"), ("", ""), ("git übung", "git"),
  ])
  func theProgramAndAPlainWordAreShown(_ command: String, _ label: String) {
    expect(command, label)
  }

  @Test(arguments: [
    ("bash ./build.sh", "build.sh"), ("bash -eu ./build.sh release", "build.sh"),
    ("bash -o pipefail a/b.sh", "b.sh"), ("sh -x -- run", "run"),
    ("python3 -m pytest", "pytest"), ("python3.11 -m pip install x", "pip install"),
    ("python3 -u -W error train.py", "train.py"), ("perl -w a.pl", "a.pl"),
    ("node app.js", "app.js"),
    ("python3", "python3"), ("bash", "bash"), ("sh -", "sh"), ("sh -s word", "sh"),
  ])
  func aScriptIsShownForItsInterpreter(_ command: String, _ label: String) {
    expect(command, label)
  }

  @Test(arguments: [
    ("bash -c secret", "bash"), ("bash -lc secret", "bash"), ("sh -ec secret", "sh"),
    ("python3 -c secret", "python3"), ("perl -e secret", "perl"), ("perl -ne secret", "perl"),
    ("ruby -e secret", "ruby"), ("node -e secret", "node"), ("node --eval secret", "node"),
    ("php -r secret", "php"), ("bash --rcfile secret", "bash"), ("sudo sh -c secret", "sh"),
    ("env -S secret", "env"), ("env -iS secret", "env"), ("env -vS secret x", "env"),
    ("env --split-string=secret", "env"),
    ("fish --command secret", "fish"),
  ])
  func aProgramsTextIsNot(_ command: String, _ label: String) {
    expect(command, label)
  }

  @Test(arguments: [
    ("env A=1 B=secret make site", "make site"), ("env -i -u HOME make", "make"), ("env", "env"),
    ("sudo -u root apt-get install x", "apt-get install"), ("sudo --user root make", "make"),
    ("sudo A=1 make", "make"), ("sudo -l", "sudo"), ("nice -n 10 make", "make"),
    ("nice -10 make", "make"), ("time -f %e make", "make"),
    ("nohup nice sudo git pull", "git pull"),
    ("timeout -k 5 10m make test", "make test"), ("stdbuf -oL env A=1 bash x.sh", "x.sh"),
    ("setsid -w make", "make"), ("sudo", "sudo"), ("nice -- make", "make"),
    ("sudo -Eu postgres psql", "psql"), ("sudo -uroot make", "make"),
    ("sudo --user=root make", "make"),
  ])
  func theCommandBehindAnotherIsShown(_ command: String, _ label: String) {
    expect(command, label)
  }

  private func expect(_ command: String, _ label: String) {
    let words = command.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(CommandLabel(words).text == label)
  }
}
