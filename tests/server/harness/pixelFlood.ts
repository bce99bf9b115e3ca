import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A PNG whose header says that it is 60,000 by 60,000 pixels. */
export const pixelFlood = async (): Promise<Buffer> => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};
