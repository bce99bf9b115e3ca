// Bytes of a request as text. Frames and bodies both come through here, so both are refused alike when they are not UTF-8.

import { problem } from 'src/model/problems.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Refuses with `parseRequestFailed` what is not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw problem('parseRequestFailed');
  }
};
