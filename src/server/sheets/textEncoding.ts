// Detects the encoding of a text file: by its mark, by the zero bytes of UTF-16, as UTF-8, else windows-1252 or MacRoman, by which of them gives
// more plausible words. A file that mixes encodings keeps that of its larger part; cells of the other part are reported (mixedText).

import { createReadStream } from 'node:fs';
import { isAscii } from 'node:buffer';
import { encodingOfMark } from 'src/server/fileReader/decodeBytes.ts';
import { plausibleEncoding } from 'src/server/sheets/plausibleEncoding.ts';
import { createUtf8Scan } from 'src/server/sheets/utf8Scan.ts';
import { SheetError } from 'src/server/sheets/Sheet.ts';

/** Share of zero bytes on one side of UTF-16 that is mostly Latin text. */
const ZERO_SHARE = 0.3;

export interface TextEncoding {
  readonly encoding: string;
  /** True if the file has characters of UTF-8 as well as bytes that are none. */
  readonly isMixed: boolean;
  decodeHead(head: Buffer): string;
  /** Returns the text of the whole file in parts. */
  decode(path: string): AsyncIterable<string>;
}

const decoderFor = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new SheetError('unknownEncoding', { path: '/encoding' });
  }
};

/** UTF-16 without a mark has a zero byte in nearly each pair of Latin text. Other files with zero bytes are no texts. */
const encodingOfZeros = (head: Buffer): string | undefined => {
  if (!head.includes(0)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = (head.length / 2) * ZERO_SHARE;
  if (odd > enough && even < odd / 10) return 'utf-16le';
  if (even > enough && odd < even / 10) return 'utf-16be';
  throw new SheetError('unknownKind');
};

const withDecoder = (encoding: string, isMixed: boolean): TextEncoding => ({
  encoding: decoderFor(encoding).encoding,
  isMixed,
  decodeHead: (head) => decoderFor(encoding).decode(head, { stream: true }),
  async *decode(path) {
    const decoder = decoderFor(encoding);
    for await (const chunk of createReadStream(path, { highWaterMark: 262_144 }))
      yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  },
});

interface FirstBytes {
  readonly head: Buffer;
  readonly path: string;
}

const scannedEncoding = async ({ head, path }: FirstBytes): Promise<TextEncoding> => {
  const scan = createUtf8Scan();
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
    const bytes = chunk as Buffer;
    if (scan.isInside() || !isAscii(bytes)) scan.add(bytes);
  }
  const { characters, broken } = scan.end();
  const isMixed = characters > 0 && broken > 0;
  if (broken === 0 || characters > broken) return withDecoder('utf-8', isMixed);
  return withDecoder(plausibleEncoding(scan.sample() ?? head), isMixed);
};

/** Throws `SheetError` for an unknown encoding, and for a file that is no text. */
export const textEncoding = async ({ head, path }: FirstBytes, chosen: string | undefined): Promise<TextEncoding> => {
  if (chosen !== undefined) return withDecoder(chosen, false);
  const known = encodingOfMark(head) ?? encodingOfZeros(head);
  return known !== undefined && known !== 'utf-8' ? withDecoder(known, false) : await scannedEncoding({ head, path });
};
