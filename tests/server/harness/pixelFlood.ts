import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

interface HeaderOptions {
  readonly depth?: number;
  readonly interlaced?: boolean;
}

/** Creates a PNG whose header declares this number of pixels on each side, RGBA, with the rows of a tiny picture. */
export const emptyPng = async (
  side: number,
  { depth = 8, interlaced = false }: HeaderOptions = {},
): Promise<Buffer> => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 4, background: '#000' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt8(depth, 24);
  png.writeUInt8(6, 25);
  png.writeUInt8(interlaced ? 1 : 0, 28);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

/** PNG whose header declares 60,000 by 60,000 pixels. */
export const pixelFlood = (): Promise<Buffer> => emptyPng(60_000);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Creates a complete black PNG with this number of pixels on each side. Only one row is compressed. A decoder reads every row. */
export const blackPng = (side: number): Buffer => {
  const [header, adler] = [Buffer.alloc(13), Buffer.alloc(4)];
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(8, 8);
  const row = deflateRawSync(Buffer.alloc(side + 1), { finishFlush: constants.Z_FULL_FLUSH });
  adler.writeUInt16BE(((side + 1) * side) % 65_521, 0);
  adler.writeUInt16BE(1, 2);
  const data = [Buffer.from([0x78, 0x01]), ...Array<Buffer>(side).fill(row), Buffer.from([0x03, 0x00]), adler];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', Buffer.concat(data)), chunk('IEND', Buffer.alloc(0))],
  ]);
};
