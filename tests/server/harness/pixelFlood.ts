import { crc32 } from 'node:zlib';
import sharp from 'sharp';

interface HeaderOptions {
  readonly depth?: number;
  readonly interlaced?: boolean;
}

/** A PNG with a header of so many pixels on each side, RGBA, and the rows of a tiny one. */
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

/** A PNG whose header says that it is 60,000 by 60,000 pixels. */
export const pixelFlood = (): Promise<Buffer> => emptyPng(60_000);
