// What happens before the Swift runtime is up.
#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/auxv.h>
#endif
#include "CSpin.h"
#include "launcher.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **arguments;
static bool has_root;

// The priority is the first that is not the C library's. The Swift runtime finds the command line and
// itself through /proc, and aborts without it, unless it is told where it is; it is part of this
// program and needs nothing from there.
__attribute__((constructor(101))) static void start(int argc, char **argv) {
  arguments = argv;
  if (argc == 2 && strcmp(argv[1], CSPIN_LAUNCHER_ARGUMENT) == 0) _exit(cspin_launch_command());
#if defined(__linux__)
  has_root = getenv("SWIFT_ROOT") == NULL && setenv("SWIFT_ROOT", "/", 0) == 0;
#endif
}

char **cspin_arguments(void) { return arguments; }

void cspin_restore_environment(void) {
  if (has_root) unsetenv("SWIFT_ROOT");
  has_root = false;
}

extern char **environ;

char **cspin_environment(void) { return environ; }

const char *cspin_executed_path(void) {
#if defined(__linux__)
  return (const char *)getauxval(AT_EXECFN);
#else
  return NULL;
#endif
}
