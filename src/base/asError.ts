// Converts a caught value to an Error, because JavaScript can throw anything.

export const asError = (caught: unknown): Error =>
  caught instanceof Error ? caught : new Error(String(caught), { cause: caught });
