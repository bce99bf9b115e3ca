// Strings of values that may be anything, such as properties of an item that a type need not have.

/** Returns the value if it is a string, otherwise an empty one. */
export const stringIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the strings of an array; an empty array for anything else. */
export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
