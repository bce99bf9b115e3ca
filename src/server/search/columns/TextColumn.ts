// Sort texts of one property path, as bytes of one array instead of a JavaScript string per row (textUnits.ts).

import { AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { Lists, grown } from 'src/server/search/columns/Lists.ts';
import { prefixOf, textOfUnits, textPrefix, unitBytes, unitWidth } from 'src/server/search/columns/textUnits.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

/** Number of UTF-16 units in a prefix. */
export const KEY_UNITS = 3;

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

  saved(size: number): Saved {
    const { acl, bytes, prefix } = this;
    return { arrays: { prefix: prefix.subarray(0, size) }, parts: { acl: acl.saved(), bytes: bytes.saved() } };
  }

  restore(from: Restored): void {
    this.prefix = from.array('prefix', Float64Array);
    this.acl.restore(from.part('acl'));
    this.bytes.restore(from.part('bytes'));
  }

  text(row: number): string | undefined {
    const length = this.bytes.lengthOf(row);
    if (length === 0) return undefined;
    const { data, starts } = this.bytes;
    return textOfUnits(data, starts[row] as number, length);
  }

  /** Returns the prefix of the part of a text from a unit on. */
  prefixAt(row: number, begin: number): number {
    const { data, starts } = this.bytes;
    const start = starts[row] as number;
    const end = start + this.bytes.lengthOf(row);
    const width = unitWidth(data, start);
    return prefixOf((at) => {
      const unit = start + 1 + (begin + at) * width;
      if (unit >= end) return 0;
      return (data[unit] as number) + (width === 2 ? (data[unit + 1] as number) << 8 : 0) + 1;
    });
  }
}
