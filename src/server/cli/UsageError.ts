// Describes in one sentence what is wrong with the arguments of a command. Commands throw it; main prints it without a stack.

export class UsageError extends Error {}
