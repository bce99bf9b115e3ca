// Decodes text by its byte order mark, by the declaration in its first line, as UTF-8, or else as Windows-1252.

import { decodeBytes, encodingOfMark } from 'src/server/fileReader/decodeBytes.ts';
import { GeoFileError } from 'src/server/geoFiles/geoFile.ts';

const XML_ENCODING = /^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/u;
const TEXT_HEAD_BYTES = 200;

const decoder = (encoding: string, fatal: boolean): TextDecoder => {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch {
    throw new GeoFileError('unknownEncoding', { path: '/encoding' });
  }
};

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/**
 * Returns the beginning of a text, without its mark. Without a mark, only ASCII is certain: the head may end within a character, and only
 * the first characters are used.
 */
export const headOfText = (head: Buffer, chosen: string | undefined): string =>
  decodeBytes(decoder(chosen ?? encodingOfMark(head) ?? 'windows-1252', false), head);

const BEYOND_ASCII = /[^\p{ASCII}]/u;
const CUT_CHARACTER = '\uFFFD';

/** Returns undefined for bytes that are not UTF-8. A file that was cut off within its last character is still UTF-8. */
const decodedUtf8 = (bytes: Uint8Array): string | undefined => {
  const strict = decoder('utf-8', true);
  try {
    const text = strict.decode(bytes, { stream: true });
    try {
      return text + strict.decode();
    } catch {
      return BEYOND_ASCII.test(text) ? text + CUT_CHARACTER : undefined;
    }
  } catch {
    return undefined;
  }
};

export const decodeText = (bytes: Buffer, asked?: string): DecodedText => {
  const declared = XML_ENCODING.exec(bytes.subarray(0, TEXT_HEAD_BYTES).toString('latin1'))?.[1]?.toLowerCase();
  const known = asked ?? encodingOfMark(bytes) ?? declared;
  if (known !== undefined && known !== 'utf-8')
    return { text: decodeBytes(decoder(known, false), bytes), encoding: known };
  const text = decodedUtf8(bytes);
  if (text !== undefined) return { text, encoding: 'utf-8' };
  if (known !== undefined) throw new GeoFileError('otherEncoding', { path: '/encoding' });
  return { text: decodeBytes(decoder('windows-1252', false), bytes), encoding: 'windows-1252' };
};
