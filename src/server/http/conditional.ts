// Conditional requests (RFC 9110, 13.1.2): whether the client has the current version already.

import { sha256 } from 'src/server/sha256.ts';

/** A strong tag of these bytes. */
export const tagOf = (content: string | Buffer): string => `"${sha256(content).toString('base64url')}"`;

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/** True when `If-None-Match` names the tag or is `*`: the answer is then 304. */
export const isUnchanged = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((each) => each.trim() === '*' || withoutWeakness(each) === withoutWeakness(tag)) ===
  true;
