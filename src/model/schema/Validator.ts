// What a generated validator looks like, and the few functions that generated validators call.
// They import from here, not from ajv, so that both worlds load them without its compiler.

export interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** True when the value is valid; else `errors` holds what is wrong, until the next call. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** Length in code points, as JSON Schema counts it. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
