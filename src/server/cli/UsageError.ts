// What is wrong with the words behind a command, in one sentence. Thrown by the commands, printed by main without a stack.

export class UsageError extends Error {}
