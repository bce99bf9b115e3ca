// Texts as bytes: the width of the units, then the units. There is one byte per UTF-16 unit while all units of a text are below 256, two
// bytes otherwise. Units are compared as sort keys require.

const ONE_BYTE = 0;
const TWO_BYTES = 1;
const ONE_BYTE_UNITS = 256;

/** Combines the units at three positions to one number below 2^53. `unit` returns 0 beyond the end and the unit plus one before it. */
export const prefixOf = (unit: (at: number) => number): number => (unit(0) * 65537 + unit(1)) * 65537 + unit(2);

/** Returns the first three UTF-16 units as one number below 2^53, so that most comparisons need no string. */
export const textPrefix = (text: string): number => prefixOf((at) => (at < text.length ? text.charCodeAt(at) + 1 : 0));

const needsTwoBytes = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= ONE_BYTE_UNITS) return true;
  return false;
};

/** Returns the width of the units and the units. */
export const unitBytes = (text: string): Uint8Array => {
  const wide = needsTwoBytes(text);
  const bytes = Buffer.allocUnsafe(1 + (wide ? 2 : 1) * text.length);
  bytes[0] = wide ? TWO_BYTES : ONE_BYTE;
  bytes.write(text, 1, wide ? 'utf16le' : 'latin1');
  return bytes;
};

export const textOfUnits = (data: Uint8Array, start: number, length: number): string => {
  const units = Buffer.from(data.buffer, data.byteOffset + start + 1, length - 1);
  return units.toString(data[start] === TWO_BYTES ? 'utf16le' : 'latin1');
};

/** Returns the bytes of a unit of the text at `start`. */
export const unitWidth = (data: Uint8Array, start: number): number => (data[start] === TWO_BYTES ? 2 : 1);
