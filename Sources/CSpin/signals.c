// Signals: those that wait for this process, and what glibc's functions do not reach.
#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/signalfd.h>
#include <sys/syscall.h>
#else
#include <fcntl.h>
#endif
#include "CSpin.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#if defined(__linux__)

int cspin_open_signals(const sigset_t *set) {
  return signalfd(-1, set, SFD_NONBLOCK | SFD_CLOEXEC);
}

size_t cspin_take_signals(int descriptor, struct cspin_signal *signals, size_t count) {
  struct signalfd_siginfo waiting[64];
  size_t wanted = count < 64 ? count : 64;
  ssize_t size = read(descriptor, waiting, wanted * sizeof waiting[0]);
  size_t taken = size < 0 ? 0 : size / sizeof waiting[0];
  for (size_t index = 0; index < taken; index++) {
    struct signalfd_siginfo *info = &waiting[index];
    bool from_process = info->ssi_code <= 0 && info->ssi_code != SI_TIMER;
    signals[index] = (struct cspin_signal){info->ssi_signo, from_process, info->ssi_pid, info->ssi_code};
  }
  return taken;
}

#else

static volatile sig_atomic_t note_descriptor = -1;

static void note(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  struct cspin_signal noted = {number, info->si_pid != 0, info->si_pid, info->si_code};
  (void)!write(note_descriptor, &noted, sizeof noted);
  errno = saved;
}

int cspin_open_signals(const sigset_t *set) {
  int ends[2];
  if (pipe(ends) < 0) return -1;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    fcntl(ends[index], F_SETFL, O_NONBLOCK);
  }
  note_descriptor = ends[1];
  struct sigaction action = {.sa_flags = SA_SIGINFO};
  action.sa_sigaction = note;
  sigfillset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    if (sigismember(set, number) == 1) sigaction(number, &action, NULL);
  }
  sigprocmask(SIG_UNBLOCK, set, NULL);
  return ends[0];
}

size_t cspin_take_signals(int descriptor, struct cspin_signal *signals, size_t count) {
  ssize_t size = read(descriptor, signals, count * sizeof *signals);
  return size < 0 ? 0 : size / sizeof *signals;
}

#endif

void cspin_stop_process(int number) {
  struct sigaction ours, ordinary = {.sa_handler = SIG_DFL};
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, number);
  sigaction(number, &ordinary, &ours);
  kill(getpid(), number);
  sigprocmask(SIG_UNBLOCK, &set, &mask);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  sigaction(number, &ours, NULL);
}

bool cspin_is_ignored(int number) {
#if defined(__linux__)
  unsigned long action[8];
  return syscall(SYS_rt_sigaction, number, NULL, action, 8) == 0 && action[0] == 1;
#else
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
#endif
}

void cspin_set_ignored(int number, bool is_ignored) {
#if defined(__linux__)
  unsigned long action[8] = {is_ignored};  // SIG_IGN or SIG_DFL, without flags.
  syscall(SYS_rt_sigaction, number, action, NULL, 8);
#else
  signal(number, is_ignored ? SIG_IGN : SIG_DFL);
#endif
}
