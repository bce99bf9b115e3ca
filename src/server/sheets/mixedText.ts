// Finds cells of a text file whose bytes are in another encoding than the rest of the file.

import { decodeBytes } from 'src/server/fileReader/decodeBytes.ts';

const ASCII_ONLY = /^[\u0000-\u007f]*$/u; // oxlint-disable-line no-control-regex -- ASCII as a whole

const bytesByCharacter = (encoding: string): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder(encoding);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decodeBytes(decoder, Uint8Array.of(byte)), byte]));
};

/** Returns a test for texts that were decoded from bytes of UTF-8 as this encoding of single bytes. */
export const createMixedTest = (encoding: string): ((text: string) => boolean) => {
  const bytes = bytesByCharacter(encoding);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return (text) => {
    if (ASCII_ONLY.test(text)) return false;
    try {
      utf8.decode(Uint8Array.from(text, (sign) => bytes.get(sign) ?? 0xff));
      return true;
    } catch {
      return false;
    }
  };
};
