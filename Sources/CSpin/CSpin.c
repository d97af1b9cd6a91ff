#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include "CSpin.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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
  union control control = {{0}};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = byte_count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * descriptor_count;
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

int cspin_open_pseudoterminal(int *far_side) {
  int near_side = posix_openpt(O_RDWR | O_NOCTTY);
  bool is_usable = near_side >= 0 && grantpt(near_side) == 0 && unlockpt(near_side) == 0;
  const char *name = is_usable ? ptsname(near_side) : NULL;
  if (near_side >= 0) fcntl(near_side, F_SETFD, FD_CLOEXEC);
  *far_side = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  return near_side;
}

int cspin_close_range(unsigned first, unsigned last) {
#if defined(__linux__)
  return close_range(first, last, 0);
#else
  return first > last ? 0 : -1;
#endif
}

pid_t cspin_fork(void) { return fork(); }

extern char **environ;

void cspin_execute(char *const *arguments, char **environment) {
  environ = environment;
  execvp(arguments[0], arguments);
}

char **cspin_environment(void) { return environ; }

int cspin_control_process(int option, unsigned long value) {
#if defined(__linux__)
  return prctl(option, value, 0, 0, 0);
#else
  return option == 0 && value == 0 ? 0 : -1;
#endif
}
