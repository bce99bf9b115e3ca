// Interface of a generated validator, and the functions that generated validators call. They import from here, not from ajv, so that server
// and client load them without its compiler.

export interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Returns true for a valid value; otherwise `errors` contains the faults until the next call. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** Returns the length in code points, as JSON Schema counts it. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
