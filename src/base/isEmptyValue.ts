// Values that count as not filled in.

export const isEmptyValue = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** True also for a text of spaces only. */
export const isBlankValue = (value: unknown): boolean => isEmptyValue(typeof value === 'string' ? value.trim() : value);
