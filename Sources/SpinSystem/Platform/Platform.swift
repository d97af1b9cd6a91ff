/// What Linux and Darwin call by different names or do in different ways. Each has it in a file of its
/// own.
enum Platform {}
