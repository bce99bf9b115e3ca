// Bytes of a request as text. Frames and bodies both come through here, so both are refused alike when they are not UTF-8.

import { isUtf8 } from 'node:buffer';
import { problem } from 'src/model/problems.ts';

/** Refuses with `parseRequestFailed` what is not UTF-8. */
export const decodeUtf8 = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw problem('parseRequestFailed');
  return bytes.toString('utf8');
};
