// The Range header of a download: one range, or none. Several at once are answered with the whole, which RFC 9110 (14.2) allows: small
// and overlapping ones would make a large answer of a small file.

import type { ByteRange } from 'src/server/files/files.ts';

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** A range within `size` bytes; `whole` when there is no (single) range to honour; `none` when it lies outside. */
export const parseRange = (header: string | undefined, size: number): ByteRange | 'whole' | 'none' => {
  const match = header === undefined ? null : RANGE.exec(header);
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const last = size - 1;
  if (match[1] === '') {
    const length = Number(match[2]);
    return length === 0 || size === 0 ? 'none' : { start: Math.max(0, size - length), end: last };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last);
  if (start > last) return 'none';
  return end < start ? 'whole' : { start, end };
};

/** True where a range may be honoured: what the client holds a part of is this file. Its tag is strong, and there are no dates. */
export const isSameFile = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange === tag;
