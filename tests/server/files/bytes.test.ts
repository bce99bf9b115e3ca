// Ranges, true types and the store of bytes.

import { mkdtempSync, readdirSync, statSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFiles } from 'src/server/files/files.ts';
import type { Files } from 'src/server/files/files.ts';
import { parseRange } from 'src/server/files/byteRange.ts';
import { detectContentType } from 'src/server/files/contentType.ts';

describe('parseRange', () => {
  it.each([
    [undefined, 10, 'whole'],
    ['bytes=0-3', 10, { start: 0, end: 3 }],
    ['bytes=4-', 10, { start: 4, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=5-99', 10, { start: 5, end: 9 }],
    ['bytes=10-', 10, 'none'],
    ['bytes=-0', 10, 'none'],
    ['bytes=0-', 0, 'none'],
    ['bytes=5-2', 10, 'whole'],
    ['bytes=0-1,4-5', 10, 'whole'],
    ['items=0-1', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
  ])('%s of %i bytes is %j', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });
});

describe('sniffType', () => {
  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', undefined],
    ['<!doctype html><script>', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
    ['GIF89a<script>', 'image/gif'],
    ['OggS', 'audio/ogg'],
  ])('%s is shown as %s', (text, expected) => {
    expect(detectContentType(Buffer.from(text))).toBe(expected);
  });
});

describe('files', () => {
  let dir = '';
  let files: Files;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'keeper-files-'));
    files = createFiles({ dir, maxBytes: 2_000_000, maxPixels: 4_000_000 });
  });
  afterAll(() => {
    rmSync(dir, { recursive: true });
  });

  it('keeps the same content once and gives it back, whole or in part', async () => {
    const first = await files.put(Buffer.from('some words'));
    const second = await files.put(Readable.from([Buffer.from('some '), Buffer.from('words')]));
    expect(second).toEqual(first);
    expect(first.size).toBe(10);
    expect((await buffer(files.read(first.fileID))).toString()).toBe('some words');
    expect((await buffer(files.read(first.fileID, { start: 5, end: 9 }))).toString()).toBe('words');
    expect(await files.size(first.fileID)).toBe(10);
    expect(await files.size('0'.repeat(64))).toBeUndefined();
    expect(readdirSync(join(dir, 'incoming'))).toEqual([]);
  });

  it('keeps folders and files from every other user of the machine', async () => {
    await files.put(Buffer.from('only for those who may'));
    for (const entry of [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))])
      expect(statSync(entry).mode & 0o077, entry).toBe(0);
  });

  it('refuses what is too large and leaves nothing of it', async () => {
    await expect(files.put(Buffer.alloc(2_000_001))).rejects.toMatchObject({ key: 'tooLarge' });
    expect(readdirSync(join(dir, 'incoming'))).toEqual([]);
  });

  it.each(['../../etc/passwd', 'ABC', '', `${'a'.repeat(63)}/`])('takes no name but its own: %s', (name) => {
    expect(() => files.read(name)).toThrow(expect.objectContaining({ key: 'notFound' }));
  });

  it('makes smaller, upright copies without place and camera', async () => {
    const picture = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#336699' } });
    const withPlace = await picture
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '61/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { fileID } = await files.put(withPlace);
    for (const [variant, height] of [
      ['small', 320],
      ['medium', 960],
      ['large', 1920],
    ] as const) {
      const made = await files.imageVariant(fileID, variant);
      const meta = await sharp(made).metadata();
      expect(meta).toMatchObject({ format: 'webp', height, width: height / 2 });
      expect(meta.exif).toBeUndefined();
      expect(made?.includes('SecretCamera')).toBe(false);
      expect(await files.imageVariant(fileID, variant)).toEqual(made);
    }
  });

  it('makes no copy of a pixel flood, an SVG or noise', async () => {
    const flood = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    for (const content of [
      flood,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('noise'),
    ]) {
      const { fileID } = await files.put(content);
      expect(await files.imageVariant(fileID, 'small')).toBeUndefined();
    }
  });
});
