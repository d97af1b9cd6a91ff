// The process that becomes the command. Foundation's Process gives its child a process group of its
// own, closes the descriptors from 3 up and passes arguments and environment as text
// (swiftlang/swift-corelibs-foundation, Process.swift); this undoes all of it.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "launcher.h"
#include "CSpin.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { NOT_LAUNCHED = 125, MOST_INHERITED = 8 };

// A descriptor of this process's, and the number under which the command is to find it.
struct placed {
  int source;
  int target;
};

static bool receive(int socket, void *bytes, size_t count) {
  while (count > 0) {
    ssize_t received = read(socket, bytes, count);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes = (char *)bytes + received;
    count -= received;
  }
  return true;
}

// If spin has gone, there is nobody to tell.
static int fail(int socket, enum cspin_stage stage, int error) {
  struct cspin_report report = {stage, error};
  cspin_send(socket, &report, sizeof report, NULL, 0, true);
  return NOT_LAUNCHED;
}

static void raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Says that this process has joined the group, and hands over what Foundation has left open: its
// thread waits for the child when the last holder of that has closed it, and is not to do so before
// spin has.
static bool report_joined(int socket) {
  enum { STEP = 64, HIGHEST = 4096 };
  int inherited[MOST_INHERITED];
  size_t count = 0;
  for (int first = STDERR_FILENO + 1; count == 0 && first < HIGHEST; first += STEP) {
    struct pollfd events[STEP];
    for (int index = 0; index < STEP; index++) events[index] = (struct pollfd){.fd = first + index};
    if (poll(events, STEP, 0) < 0) break;
    for (int index = 0; index < STEP && count < MOST_INHERITED; index++) {
      if ((events[index].revents & POLLNVAL) == 0) inherited[count++] = first + index;
    }
  }
  struct cspin_report joined = {CSPIN_JOINED, 0};
  return cspin_send(socket, &joined, sizeof joined, inherited, count, true) == sizeof joined;
}

// Receives every descriptor, all of which are the command's to have. Returns 0, or an errno(3) value;
// -1 if spin has gone.
static int receive_descriptors(int socket, struct placed *descriptors, size_t count) {
  size_t filled = 0;
  while (filled < count) {
    struct cspin_batch batch;
    int sources[CSPIN_DESCRIPTORS_PER_MESSAGE];
    size_t received;
    ssize_t size = cspin_receive(socket, &batch, sizeof batch, sources, &received);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno;
    if (size != sizeof batch) return -1;
    // One that this process may not have is left out (unix(7)).
    if (received != (size_t)batch.count || filled + received > count) return EMFILE;
    for (size_t index = 0; index < received; index++) {
      descriptors[filled++] = (struct placed){sources[index], batch.targets[index]};
    }
  }
  return 0;
}

static int compare(const void *one, const void *other) {
  return *(const int *)one - *(const int *)other;
}

// Moves every descriptor to its target, of which no two are the same, and closes all others but the
// socket, which is moved where it is in the way and is closed on exec.
static bool place(struct placed *items, size_t count, int *socket) {
  int *kept = malloc(sizeof(int) * (count + 1));
  if (kept == NULL) return false;
  for (size_t index = 0; index < count; index++) {
    int target = items[index].target;
    kept[index] = target;
    if (items[index].source == target) {
      if (fcntl(target, F_SETFD, 0) < 0) return false;
      continue;
    }
    if (*socket == target) {
      *socket = dup(target);
      if (*socket < 0) return false;
    }
    for (size_t later = index + 1; later < count; later++) {
      if (items[later].source != target) continue;
      items[later].source = dup(target);
      if (items[later].source < 0) return false;
    }
    if (dup2(items[index].source, target) < 0) return false;
    close(items[index].source);
  }
  if (fcntl(*socket, F_SETFD, FD_CLOEXEC) < 0) return false;
  kept[count] = *socket;
  qsort(kept, count + 1, sizeof(int), compare);
  cspin_close_all_but(kept, count + 1);
  free(kept);
  return true;
}

// Pointers to so many strings that follow each other, ended by a null pointer; *strings moves behind
// them.
static char **pointers(size_t count, char **strings) {
  char **pointers = malloc(sizeof(char *) * (count + 1));
  if (pointers == NULL) return NULL;
  for (size_t index = 0; index < count; index++) {
    pointers[index] = *strings;
    *strings += strlen(*strings) + 1;
  }
  pointers[count] = NULL;
  return pointers;
}

static void restore_signals(const struct cspin_launch *launch) {
  for (int number = 1; number < NSIG; number++) {
    bool is_ignored = launch->ignored_signals >> (number - 1) & 1;
    if (cspin_is_ignored(number) != is_ignored) cspin_set_ignored(number, is_ignored);
  }
  sigprocmask(SIG_SETMASK, &launch->blocked_signals, NULL);
}

extern char **environ;

int cspin_launch_command(void) {
  int socket = STDIN_FILENO;
  struct cspin_launch launch;
  if (!receive(socket, &launch, sizeof launch)) return NOT_LAUNCHED;
  raise_descriptor_limit();
  if (setpgid(0, launch.process_group) < 0) return fail(socket, CSPIN_STARTED, errno);
  if (!report_joined(socket)) return NOT_LAUNCHED;

  struct placed *descriptors = malloc(sizeof(struct placed) * (launch.descriptor_count + 1));
  char *strings = malloc(launch.block_size + 1);
  if (descriptors == NULL || strings == NULL) return fail(socket, CSPIN_JOINED, ENOMEM);
  int error = receive_descriptors(socket, descriptors, launch.descriptor_count);
  if (error > 0) return fail(socket, CSPIN_JOINED, error);
  if (error < 0 || !receive(socket, strings, launch.block_size)) return NOT_LAUNCHED;

  char **arguments = pointers(launch.argument_count, &strings);
  char **environment = pointers(launch.environment_count, &strings);
  if (arguments == NULL || environment == NULL) return fail(socket, CSPIN_JOINED, ENOMEM);
  if (!place(descriptors, launch.descriptor_count, &socket)) return fail(socket, CSPIN_JOINED, errno);
  setrlimit(RLIMIT_NOFILE, &launch.descriptor_limit);
  restore_signals(&launch);
  // execvp(3) searches the PATH of the environment that is the command's.
  environ = environment;
  struct cspin_report executing = {CSPIN_EXECUTING, 0};
  if (cspin_send(socket, &executing, sizeof executing, NULL, 0, true) < 0) return NOT_LAUNCHED;
  execvp(arguments[0], arguments);
  return fail(socket, CSPIN_EXECUTING, errno);
}
