// Decodes the texts of uploaded files.

const BYTE_ORDER_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Returns the encoding that the byte order mark at the beginning of a file declares. */
export const encodingOfMark = (head: Buffer): string | undefined =>
  BYTE_ORDER_MARKS.find(([mark]) => head.subarray(0, mark.length).equals(Buffer.from(mark)))?.[1];

/**
 * Returns the text of the bytes. It is decoded as a stream: as a whole, Node 20 decodes windows-1252 as if it were ISO-8859-1, without
 * quotation marks and dashes.
 */
export const decodeBytes = (decoder: TextDecoder, bytes: Uint8Array): string =>
  decoder.decode(bytes, { stream: true }) + decoder.decode();
