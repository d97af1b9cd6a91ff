// What Swift cannot call: ancillary data, signal handlers, fork, variadic functions and functions
// behind feature macros. Everything here is a thin wrapper; decisions are made in Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// One signal as the handler noted it in the pipe, in one write of this size.
struct cspin_signal {
  int32_t number;
  // 1 if a process sent it (kill(2), sigqueue(3)), 0 if the kernel did.
  int32_t from_process;
  // The process that sent it; 0 if it has no number here.
  int32_t sender;
  // si_code of sigaction(2).
  int32_t code;
};

// The most descriptors that one message can carry (SCM_MAX_FD of Linux).
enum { CSPIN_DESCRIPTORS_PER_MESSAGE = 253 };

// Sends bytes and at most CSPIN_DESCRIPTORS_PER_MESSAGE descriptors, which stay open, without
// raising SIGPIPE. Returns what sendmsg(2) returns.
ssize_t cspin_send(int socket, const void *bytes, size_t byte_count, const int *descriptors,
                   size_t descriptor_count, bool blocking);

// Receives bytes and at most CSPIN_DESCRIPTORS_PER_MESSAGE descriptors, which the caller owns.
// Returns what recvmsg(2) returns and sets *descriptor_count.
ssize_t cspin_receive(int socket, void *bytes, size_t byte_count, int *descriptors,
                      size_t *descriptor_count);

// Notes the signal from now on, or once, in this pipe, which must not block and be the same for all
// signals; without SA_RESTART. Returns 0, or -1 with errno.
int cspin_catch(int number, int write_end, bool once);

// Whether the signal is ignored, and makes it so or default: any number, also of those that glibc
// keeps for itself and its posix_spawn(3) leaves ignored.
bool cspin_is_ignored(int number);
void cspin_set_ignored(int number, bool is_ignored);

// Opens a pseudo-terminal and its far side, neither as a controlling terminal, both close-on-exec.
// Returns the near side; either is -1 with errno where it could not be opened.
int cspin_open_pseudoterminal(int *far_side);

// close_range(2). Returns 0, or -1 where the system has no such call.
int cspin_close_range(unsigned first, unsigned last);

// fork(2).
pid_t cspin_fork(void);

// execvp(3) with this environment, whose PATH is the one that is searched.
void cspin_execute(char *const *arguments, char **environment);

// This process's environment as it is now; owned by the C library.
char **cspin_environment(void);

// prctl(2), or -1 where the system has no such call.
int cspin_control_process(int option, unsigned long value);
