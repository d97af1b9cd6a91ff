// What Swift cannot call, or must not be there for: the launcher, which runs before the Swift runtime
// is up, ancillary data, signals that wait, fork, variadic functions and functions behind feature
// macros. What is not the launcher is a thin wrapper; decisions are made in Swift.
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

// MARK: start.c

// The command line as the system gave it, ended by a null pointer; owned by the C library.
char **cspin_arguments(void);

// Takes back what was put into the environment for the start of the Swift runtime.
void cspin_restore_environment(void);

// This process's environment as it is now; owned by the C library.
char **cspin_environment(void);

// The path by which this program was executed; NULL where the system does not tell.
const char *cspin_executed_path(void);

// MARK: launcher.c
//
// The launcher is this executable in the place where the command is to run. Over a socket, its
// standard input, it is sent a `cspin_launch`, batches of descriptors, and the block of arguments and
// environment, each string with the byte that ends it. It reports when it has joined the process
// group, with a message that carries what it has inherited from 3 up, when it is about to execute the
// command, and what it fails with. Success closes the socket; a launcher that fails exits with 125.

// The argument that asks for the launcher; no user types it.
#define CSPIN_LAUNCHER_ARGUMENT "\1"

// The most descriptors that one message can carry (SCM_MAX_FD of Linux).
enum { CSPIN_DESCRIPTORS_PER_MESSAGE = 253 };

// What the launcher is told first. Both sides are one executable, so its memory is its encoding.
struct cspin_launch {
  // The group that the command joins.
  pid_t process_group;
  // The signals that the command ignores, a bit for each, the lowest for signal 1.
  uint64_t ignored_signals;
  sigset_t blocked_signals;
  struct rlimit descriptor_limit;
  size_t descriptor_count;
  size_t argument_count;
  size_t environment_count;
  // The size of the arguments and the environment, in bytes.
  size_t block_size;
};

// A batch of descriptors; its message carries as many.
struct cspin_batch {
  int32_t count;
  // Under which numbers the command is to find them.
  int32_t targets[CSPIN_DESCRIPTORS_PER_MESSAGE];
};

// How far the launcher has come.
enum cspin_stage { CSPIN_STARTED, CSPIN_JOINED, CSPIN_EXECUTING };

// What the launcher tells.
struct cspin_report {
  // What it has done, a cspin_stage.
  int32_t stage;
  // The errno(3) value of what has failed after that, or 0.
  int32_t error;
};

// MARK: messages.c

// Sends bytes and at most CSPIN_DESCRIPTORS_PER_MESSAGE descriptors, which stay open, without
// raising SIGPIPE. Returns what sendmsg(2) returns.
ssize_t cspin_send(int socket, const void *bytes, size_t byte_count, const int *descriptors,
                   size_t descriptor_count, bool blocking);

// Receives bytes and at most CSPIN_DESCRIPTORS_PER_MESSAGE descriptors, closed on exec, which the
// caller owns. Returns what recvmsg(2) returns and sets *descriptor_count.
ssize_t cspin_receive(int socket, void *bytes, size_t byte_count, int *descriptors,
                      size_t *descriptor_count);

// MARK: signals.c

// A signal that has reached this process.
struct cspin_signal {
  int32_t number;
  // 1 if a process sent it (kill(2), sigqueue(3)), 0 if the kernel did.
  int32_t from_process;
  // The process that sent it; 0 if it has no number here.
  int32_t sender;
  // si_code of sigaction(2).
  int32_t code;
};

// Lets these signals, which are blocked, wait until they are taken. Returns a descriptor that is
// readable while some wait, does not block and is closed on exec; -1 with errno.
//
// Linux keeps them (signalfd(2)): no handler runs, so that no number of signals keeps this process from
// running, and one of each kind is kept whatever else comes. Elsewhere a handler notes them in a pipe.
int cspin_open_signals(const sigset_t *set);

// Takes at most so many signals, the lowest numbers first, and returns how many; 0 if none waits.
size_t cspin_take_signals(int descriptor, struct cspin_signal *signals, size_t count);

// Stops this process by a signal, also by one that is blocked or ignored, and returns when it is
// continued; at once where stopping would leave nobody to continue it.
void cspin_stop_process(int number);

// Whether the signal is ignored, and makes it so or default: any number, also of those that glibc
// keeps for itself and its posix_spawn(3) leaves ignored.
bool cspin_is_ignored(int number);
void cspin_set_ignored(int number, bool is_ignored);

// MARK: system.c

// Opens a pseudo-terminal and its far side, neither as a controlling terminal, both close-on-exec.
// Returns the near side; either is -1 with errno where it could not be opened.
int cspin_open_pseudoterminal(int *far_side);

// Closes every descriptor of this process but these, which are in ascending order. Returns 0, or -1
// where some above 65535 may be left.
int cspin_close_all_but(const int *kept, size_t count);

// fork(2).
pid_t cspin_fork(void);

// What Swift does not see of macros: of fcntl(2) F_OFD_GETLK and F_OFD_SETLK, or where these are missing
// F_GETLK and F_SETLK.
extern const int cspin_get_lock, cspin_set_lock;

#if defined(__linux__)

// And of ioctl_tty(2) TIOCGDEV, of prctl(2) PR_SET_DUMPABLE and PR_SET_CHILD_SUBREAPER, of fcntl(2)
// F_SETSIG and F_SETPIPE_SZ, of sigaction(2) POLL_IN, and of open(2) O_TMPFILE.
extern const unsigned long cspin_get_device;
extern const int cspin_set_dumpable, cspin_set_child_subreaper, cspin_set_signal,
    cspin_set_pipe_size, cspin_data_input, cspin_temporary_file;

// prctl(2).
int cspin_control_process(int option, unsigned long value);

// A descriptor that stands for a process, closed on exec (pidfd_open(2)); -1 with errno, also on a
// system without.
int cspin_open_process(pid_t process);

// Sends a signal to the process that a descriptor stands for (pidfd_send_signal(2)). Returns 0, or -1
// with errno.
int cspin_signal_process(int descriptor, int number);

#endif
