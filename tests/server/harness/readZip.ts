// Reads the entries of a zip in order from its central directory. It supports the part of the format that the server writes.

import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly stored: boolean;
  readonly content: Buffer;
}

const END = 0x06054b50;
const DEFLATED = 8;

export const readZip = (zip: Buffer): ZipEntry[] => {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== END) throw new Error('this is no whole zip');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, crc, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      ...[number, number, number],
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + size);
    const content = method === DEFLATED ? inflateRawSync(packed) : packed;
    if (crc32(content) !== crc) throw new Error('its bytes are not those of its checksum');
    entries.push({ name: zip.toString('utf8', at + 46, at + 46 + nameBytes), stored: method === 0, content });
    at += 46 + nameBytes + extra + comment;
  }
  return entries;
};
