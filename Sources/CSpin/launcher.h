// Becomes the command that the socket on standard input describes. Returns only if that failed: the
// status to exit with.
int cspin_launch_command(void);
