// The marker by which a value-list property holds something that is not on its list. Source: FORM-06.

/** `$other` alone, or with what it is: `$other:birch bark`. */
export const OTHER_MARKER = '$other';

export const isOther = (value: string): boolean => value === OTHER_MARKER || value.startsWith(`${OTHER_MARKER}:`);

/** What was written for it; empty for the bare marker. */
export const otherText = (value: string): string => value.slice(OTHER_MARKER.length + 1);
