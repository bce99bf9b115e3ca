// Whether a JSON value is an object, which an array is not. Used where unchecked JSON is read.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
