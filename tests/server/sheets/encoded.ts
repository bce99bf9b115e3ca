// Texts in encodings of single bytes, for files of older programs.

import { decodeBytes } from 'src/server/fileReader/decodeBytes.ts';

const HIGH_BYTES = Array.from({ length: 128 }, (_, at) => at + 128);

/** Encodes a text in an encoding of single bytes. */
export const encoded = (text: string, encoding: string): Buffer => {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(HIGH_BYTES.map((byte) => [decodeBytes(decoder, Uint8Array.of(byte)), byte]));
  return Buffer.from(Array.from(text, (sign) => bytes.get(sign) ?? sign.codePointAt(0) ?? 0));
};
