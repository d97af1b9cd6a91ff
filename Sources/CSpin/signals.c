// Signals: the handler, and what glibc's functions do not reach.
#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/syscall.h>
#endif
#include "CSpin.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t note_descriptor = -1;

static void note(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
#if defined(__linux__)
  bool from_process = info->si_code <= 0 && info->si_code != SI_TIMER;
#else
  bool from_process = info->si_pid != 0;
#endif
  struct cspin_signal noted = {number, from_process, info->si_pid, info->si_code};
  (void)!write(note_descriptor, &noted, sizeof noted);
  errno = saved;
}

int cspin_catch(int number, int write_end, bool once) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | (once ? SA_RESETHAND : 0)};
  action.sa_sigaction = note;
  sigfillset(&action.sa_mask);
  note_descriptor = write_end;
  return sigaction(number, &action, NULL);
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
