// The size of a picture by its first bytes, for those that a model brings along.

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureSize } from 'src/client/viewers/pictureSize.ts';

const sizeOf = (bytes: Buffer): unknown => pictureSize(new Uint8Array(bytes).buffer);

it('[FILE-02] tells the size of what it may decode, and of nothing else', async () => {
  const size = { width: 321, height: 45 };
  const drawn = sharp({ create: { ...size, channels: 4, background: '#8040' } });
  for (const bytes of [
    drawn.clone().png(),
    drawn.clone().jpeg({ progressive: true }),
    drawn
      .clone()
      .jpeg()
      .withExif({ IFD0: { Make: 'camera' } }),
    drawn.clone().webp(),
    drawn.clone().removeAlpha().webp(),
    drawn.clone().webp({ lossless: true }),
  ])
    expect(sizeOf(await bytes.toBuffer())).toEqual(size);
  const flood = await drawn.png().toBuffer();
  flood.writeUInt32BE(60_000, 16);
  expect(sizeOf(flood)).toEqual({ width: 60_000, height: 45 });
  for (const none of [
    await drawn.clone().gif().toBuffer(),
    Buffer.alloc(64),
    Buffer.alloc(3),
    Buffer.from('ffd8ffe0ffff'.padEnd(80, '0'), 'hex'),
  ])
    expect(sizeOf(none)).toBeUndefined();
});
