#if defined(__linux__)
#define _GNU_SOURCE
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#else
#include <mach-o/dyld.h>
#endif

#include "CSpin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

union control {
  struct cmsghdr header;
  char space[CMSG_SPACE(sizeof(int) * CSPIN_DESCRIPTORS_PER_MESSAGE)];
};

ssize_t cspin_send(int socket, const void *bytes, size_t byte_count, const int *descriptors,
                   size_t descriptor_count, bool blocking) {
  union control control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = byte_count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count > CSPIN_DESCRIPTORS_PER_MESSAGE) {
    errno = EINVAL;
    return -1;
  }
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * descriptor_count;
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | (blocking ? 0 : MSG_DONTWAIT));
}

ssize_t cspin_receive(int socket, void *bytes, size_t byte_count, int *descriptors,
                      size_t *descriptor_count) {
  union control control;
  struct iovec part = {.iov_base = bytes, .iov_len = byte_count};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.space,
                           .msg_controllen = sizeof control.space};
  *descriptor_count = 0;
  ssize_t received = recvmsg(socket, &message, 0);
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t size = header->cmsg_len - CMSG_LEN(0);
    memcpy(descriptors + *descriptor_count, CMSG_DATA(header), size);
    *descriptor_count += size / sizeof(int);
  }
  return received;
}

static volatile sig_atomic_t note_descriptor = -1;

static void note(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
#if defined(__linux__)
  bool from_process = info->si_code <= 0 && info->si_code != SI_TIMER;
#else
  bool from_process = info->si_pid != 0;
#endif
  struct cspin_signal signal = {number, from_process, from_process ? info->si_pid : 0,
                                info->si_code};
  ssize_t written = write(note_descriptor, &signal, sizeof signal);
  (void)written;
  errno = saved;
}

void cspin_note_signals_in(int write_end) { note_descriptor = write_end; }

int cspin_catch(int number) {
  struct sigaction action = {.sa_flags = SA_SIGINFO};
  action.sa_sigaction = note;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

bool cspin_is_ignored(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0) return false;
  return !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

int cspin_first_realtime_signal(void) {
#if defined(SIGRTMIN)
  return SIGRTMIN;
#else
  return NSIG;
#endif
}

int cspin_last_realtime_signal(void) {
#if defined(SIGRTMAX)
  return SIGRTMAX;
#else
  return NSIG - 1;
#endif
}

int cspin_open_pseudoterminal(int *near_side, int *far_side) {
  int near = posix_openpt(O_RDWR | O_NOCTTY);
  if (near < 0) return -1;
  const char *name;
  if (fcntl(near, F_SETFD, FD_CLOEXEC) == 0 && grantpt(near) == 0 && unlockpt(near) == 0 &&
      (name = ptsname(near)) != NULL) {
    int far = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (far >= 0) {
      *near_side = near;
      *far_side = far;
      return 0;
    }
  }
  int saved = errno;
  close(near);
  errno = saved;
  return -1;
}

void cspin_close_range(int first, int last) {
#if defined(__linux__)
  if (first > last || close_range((unsigned)first, (unsigned)last, 0) == 0) return;
#endif
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= (rlim_t)last)
    last = (int)limit.rlim_cur - 1;
  for (int descriptor = first; descriptor <= last; descriptor++) close(descriptor);
}

pid_t cspin_fork(void) { return fork(); }

extern char **environ;

void cspin_execute(char *const *arguments, char **environment) {
  environ = environment;
  execvp(arguments[0], arguments);
}

char **cspin_environment(void) { return environ; }

void cspin_disable_core_file(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#if defined(__linux__)
  prctl(PR_SET_DUMPABLE, 0);  // A core pattern that names a program disregards the limit.
#endif
}

void cspin_use_one_arena(void) {
#if defined(__linux__)
  mallopt(M_ARENA_MAX, 1);
#endif
}

const char *cspin_executable_path(void) {
#if defined(__linux__)
  if (access("/proc/self/exe", X_OK) == 0) return "/proc/self/exe";
  return (const char *)getauxval(AT_EXECFN);
#else
  static char path[4096];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? path : NULL;
#endif
}
