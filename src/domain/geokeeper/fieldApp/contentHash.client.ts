// Checksums of files, computed in parts so that a video of a few hundred megabytes does not fill the memory of a phone.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const HASHED_BYTES = 4 * 1_048_576;

export const contentHash = async (content: Blob): Promise<string> => {
  const hash = sha256.create();
  for (let at = 0; at < content.size; at += HASHED_BYTES)
    hash.update(new Uint8Array(await content.slice(at, at + HASHED_BYTES).arrayBuffer()));
  return bytesToHex(hash.digest());
};
