// Returns true for a JSON object, false for an array. Used where unchecked JSON is read.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
