// What Swift cannot call: ancillary data, signal handlers, fork, variadic functions and functions
// behind feature macros. Everything here is a thin wrapper; decisions are made in Swift.
#ifndef CSPIN_H
#define CSPIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// One signal as the handler noted it in the pipe, in one write of this size.
struct cspin_signal {
  int32_t number;
  // 1 if a process sent it (kill(2), sigqueue(3)), 0 if the kernel did.
  int32_t from_process;
  // The sender, or 0 if it is not known.
  int32_t sender;
  // si_code of sigaction(2).
  int32_t code;
};

// The most descriptors that one message can carry (SCM_MAX_FD of Linux).
enum { CSPIN_DESCRIPTORS_PER_MESSAGE = 253 };

// Sends bytes and descriptors as one message; neither raises SIGPIPE nor closes the descriptors.
// Returns what sendmsg(2) returns.
ssize_t cspin_send(int socket, const void *bytes, size_t byte_count, const int *descriptors,
                   size_t descriptor_count, bool blocking);

// Receives bytes and at most CSPIN_DESCRIPTORS_PER_MESSAGE descriptors, which the caller owns.
// Returns what recvmsg(2) returns and sets *descriptor_count.
ssize_t cspin_receive(int socket, void *bytes, size_t byte_count, int *descriptors,
                      size_t *descriptor_count);

// Makes `cspin_catch` note signals in this pipe, whose write end must not block.
void cspin_note_signals_in(int write_end);

// Notes the signal from now on, without SA_RESTART. Returns 0, or -1 with errno.
int cspin_catch(int number);

// Whether the signal is ignored; false for a number that is no signal.
bool cspin_is_ignored(int number);

// The range of signals that a program may use for its own purposes, as signal(7) has it.
int cspin_first_realtime_signal(void);
int cspin_last_realtime_signal(void);

// Opens a pseudo-terminal and its far side, neither as a controlling terminal, both close-on-exec.
// Returns 0, or -1 with errno.
int cspin_open_pseudoterminal(int *near_side, int *far_side);

// Closes every open descriptor in first...last.
void cspin_close_range(int first, int last);

// fork(2).
pid_t cspin_fork(void);

// execvp(3) with this environment, whose PATH is the one that is searched.
void cspin_execute(char *const *arguments, char **environment);

// This process's environment as it is now; owned by the C library.
char **cspin_environment(void);

// Keeps this process from leaving a core file.
void cspin_disable_core_file(void);

// Keeps malloc(3) to one arena: a thread that allocates little costs no mapping of its own.
void cspin_use_one_arena(void);

// The path of this executable, or NULL; owned by the C library.
const char *cspin_executable_path(void);

#endif
