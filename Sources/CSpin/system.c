// Functions that are behind feature macros, variadic, or not Swift's to call.
#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include "CSpin.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int cspin_open_pseudoterminal(int *far_side) {
  int near_side = posix_openpt(O_RDWR | O_NOCTTY);
  bool is_usable = near_side >= 0 && grantpt(near_side) == 0 && unlockpt(near_side) == 0;
  const char *name = is_usable ? ptsname(near_side) : NULL;
  if (near_side >= 0) fcntl(near_side, F_SETFD, FD_CLOEXEC);
  *far_side = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  return near_side;
}

static bool is_kept(int number, const int *kept, size_t count) {
  for (size_t index = 0; index < count && kept[index] <= number; index++) {
    if (kept[index] == number) return true;
  }
  return false;
}

// Closes those that a directory lists, or, where there is none, those that may be there.
static int close_listed(const int *kept, size_t count) {
  DIR *directory = opendir("/dev/fd");
  if (directory == NULL) {
    for (int number = 0; number < 65536; number++) {
      if (!is_kept(number, kept, count)) close(number);
    }
    return -1;
  }
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    int number = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (number < 0 || number == dirfd(directory) || is_kept(number, kept, count)) continue;
    close(number);
  }
  closedir(directory);
  return 0;
}

int cspin_close_all_but(const int *kept, size_t count) {
#if defined(__linux__)
  unsigned first = 0;
  for (size_t index = 0; index <= count; index++) {
    unsigned end = index < count ? (unsigned)kept[index] : ~0u;
    if (first < end && close_range(first, end - 1, 0) < 0) return close_listed(kept, count);
    first = end + 1;
  }
  return 0;
#else
  return close_listed(kept, count);
#endif
}

pid_t cspin_fork(void) { return fork(); }

#if defined(F_OFD_SETLK)
const int cspin_get_lock = F_OFD_GETLK, cspin_set_lock = F_OFD_SETLK;
#else
const int cspin_get_lock = F_GETLK, cspin_set_lock = F_SETLK;
#endif

#if defined(__linux__)

const unsigned long cspin_get_device = TIOCGDEV;
const int cspin_set_dumpable = PR_SET_DUMPABLE;
const int cspin_set_child_subreaper = PR_SET_CHILD_SUBREAPER;
const int cspin_set_signal = F_SETSIG;
const int cspin_set_pipe_size = F_SETPIPE_SZ;
const int cspin_data_input = POLL_IN;
const int cspin_temporary_file = O_TMPFILE;

int cspin_control_process(int option, unsigned long value) {
  return prctl(option, value, 0, 0, 0);
}

int cspin_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int cspin_signal_process(int descriptor, int number) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0);
}

#endif
