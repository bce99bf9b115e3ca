// Marker of a value that is not on the property's value list.

/** The marker itself, or with the typed text: `$other:birch bark`. */
export const OTHER_MARKER = '$other';

export const isOther = (value: string): boolean => value === OTHER_MARKER || value.startsWith(`${OTHER_MARKER}:`);

/** Returns the typed text, which is empty for the marker itself. */
export const otherText = (value: string): string => value.slice(OTHER_MARKER.length + 1);
