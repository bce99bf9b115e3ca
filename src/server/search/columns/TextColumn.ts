// Sort texts of one property path, as bytes of one array instead of a JavaScript string per row: one byte per UTF-16 unit while all units
// of a text are below 256, two bytes otherwise. Units are compared as sort keys require.

import { AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { Lists, grown } from 'src/server/search/columns/Lists.ts';

/** Number of UTF-16 units in a prefix. */
export const KEY_UNITS = 3;

const ONE_BYTE = 0;
const TWO_BYTES = 1;
const ONE_BYTE_UNITS = 256;

/** Combines the units at three positions to one number below 2^53. `unitAt` returns 0 beyond the end and the unit plus one before it. */
const prefixOf = (unitAt: (at: number) => number): number => (unitAt(0) * 65537 + unitAt(1)) * 65537 + unitAt(2);

/** Returns the first three UTF-16 units as one number below 2^53, so that most comparisons need no string. */
export const textPrefix = (text: string): number => prefixOf((at) => (at < text.length ? text.charCodeAt(at) + 1 : 0));

const needsTwoBytes = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= ONE_BYTE_UNITS) return true;
  return false;
};

/** Returns the width of the units and the units. */
const unitBytes = (text: string): Uint8Array => {
  const wide = needsTwoBytes(text);
  const bytes = Buffer.allocUnsafe(1 + (wide ? 2 : 1) * text.length);
  bytes[0] = wide ? TWO_BYTES : ONE_BYTE;
  bytes.write(text, 1, wide ? 'utf16le' : 'latin1');
  return bytes;
};

export class TextColumn {
  readonly kind = 'text';
  readonly acl = new AclColumn();
  /** Prefix by row; NaN means no text. */
  prefix = new Float64Array(0);
  private readonly bytes = new Lists(Uint8Array);

  set(row: number, value: unknown, acl: number): void {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const text = typeof first === 'string' ? first : undefined;
    const before = this.prefix.length;
    this.prefix = grown(this.prefix, Float64Array, row + 1);
    this.prefix.fill(Number.NaN, before);
    this.prefix[row] = text === undefined ? Number.NaN : textPrefix(text);
    this.bytes.set(row, text === undefined ? [] : unitBytes(text));
    this.acl.set(row, acl);
  }

  text(row: number): string | undefined {
    const length = this.bytes.lengthOf(row);
    if (length === 0) return undefined;
    const { data, starts } = this.bytes;
    const start = starts[row] as number;
    const units = Buffer.from(data.buffer, data.byteOffset + start + 1, length - 1);
    return units.toString(data[start] === TWO_BYTES ? 'utf16le' : 'latin1');
  }

  /** Returns the prefix of the part of a text from a unit on. */
  prefixAt(row: number, begin: number): number {
    const { data, starts } = this.bytes;
    const start = starts[row] as number;
    const width = data[start] === TWO_BYTES ? 2 : 1;
    const end = start + this.bytes.lengthOf(row);
    return prefixOf((at) => {
      const unit = start + 1 + (begin + at) * width;
      if (unit >= end) return 0;
      return (data[unit] as number) + (width === 2 ? (data[unit + 1] as number) << 8 : 0) + 1;
    });
  }
}
