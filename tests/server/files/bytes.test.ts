// Ranges, detected types and the store of files.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileCheck } from 'src/server/files/checkFiles.ts';
import { readLastFileCheck } from 'src/server/files/lastFileCheck.ts';
import { blackPng, emptyPng } from 'tests/server/harness/pixelFlood.ts';
import { createImageVariants } from 'src/server/files/imageVariants.ts';
import { isTooCostly, openPicture } from 'src/server/files/openPicture.ts';
import { createFiles } from 'src/server/files/files.ts';
import type { Files } from 'src/server/files/files.ts';
import { parseRange } from 'src/server/files/byteRange.ts';
import { contentFitsName, isEndingAccepted } from 'src/model/item/fileFits.ts';
import { detectContentType, mediaTypeOf } from 'src/server/files/contentType.ts';

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

describe('mediaTypeOf', () => {
  const zipped = (name: string): Buffer =>
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from(name)]);
  it.each([
    [Buffer.from('%PDF-1.7'), 'application/pdf'],
    [Buffer.from('Fireweed ᐊᓂᔑ').subarray(0, -1), 'text/plain'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'image/svg+xml'],
    [Buffer.from('<?xml version="1.0"?>\n<!-- drawn --><svg/>'), 'image/svg+xml'],
    [Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html'],
    [Buffer.from('\ufeffWEBVTT\n\n00:00.000 --> 00:01.000\nᐊᓂᔑ'), 'text/vtt'],
    [Buffer.from('{"asset":{"generator":"x","version":"2.0"}}'), 'model/gltf+json'],
    [Buffer.from('glTF\u0002\u0000\u0000\u0000'), 'model/gltf-binary'],
    [Buffer.from([0xff, 0xfe, 0x41]), 'application/octet-stream'],
    [Buffer.from('a\u0000b'), 'application/octet-stream'],
    [Buffer.alloc(0), 'application/octet-stream'],
    [Buffer.from('\u0000\u0000\u0000\u0018ftypheic'), 'image/heic'],
    [zipped('notes.txt'), 'application/zip'],
    [
      zipped('[Content_Types].xml … word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [zipped('mimetypeapplication/vnd.oasis.opendocument.textPK'), 'application/vnd.oasis.opendocument.text'],
  ])('of %j is %s', (head, type) => {
    expect(mediaTypeOf(head)).toBe(type);
  });

  it.each([
    ['letters in windows-1252', Buffer.from('Café;Tide', 'latin1'), 'list.csv', 'text/csv'],
    ['UTF-8', Buffer.from('Café;Tide'), 'list.CSV', 'text/csv'],
    ['UTF-16 with its mark', Buffer.from('\ufeffCafé\tTide', 'utf16le'), 'list.tsv', 'text/tab-separated-values'],
    ['letters in windows-1252 without a name', Buffer.from('Café;Tide', 'latin1'), '', 'application/octet-stream'],
    ['a web page', Buffer.from('<html><script>'), 'list.csv', 'text/html'],
    ['zero bytes', Buffer.from('a\u0000b'), 'list.csv', 'application/octet-stream'],
  ])('[ARCH-02] of a table with %s follows its content and its name', (_, head, name, type) => {
    expect(mediaTypeOf(head, name)).toBe(type);
  });

  it.each(['<!---->', '<!-- -->\n', '<?xml >', '<!DOCTYPE svg>', '"asset":{', '{"asset" : '])(
    '[TRUST] is found in one pass over a text of only %j',
    (part) => {
      const head = Buffer.from(`{${part}`.slice(part.startsWith('<') ? 1 : 0).padEnd(16_384, part));
      // The context ends what takes too long; nothing else could.
      const find = (): string => mediaTypeOf(head);
      expect(runInNewContext('find()', { find }, { timeout: 2_000 })).toBe('text/plain');
    },
  );
});

describe('files', () => {
  let dir = '';
  let files: Files;
  const altered: string[] = [];
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'keeper-files-'));
    files = createFiles({
      dir,
      maxBytes: 2_000_000,
      maxPixels: 4_000_000,
      maxWaiting: 3,
      onAltered: (fileID) => void altered.push(fileID),
    });
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
      const made = await files.imageVariant(fileID, { kind: variant, person: 'one' });
      const meta = await sharp(made).metadata();
      expect(meta).toMatchObject({ format: 'webp', height, width: height / 2 });
      expect(meta.exif).toBeUndefined();
      expect(made?.includes('SecretCamera')).toBe(false);
      expect(await files.imageVariant(fileID, { kind: variant, person: 'one' })).toEqual(made);
    }
  });

  it('counts pixels by their depth and channels, and knows a large interlaced PNG by its header', async () => {
    const costly = async (side: number, options: { depth?: number; interlaced?: boolean }): Promise<boolean> =>
      isTooCostly(await sharp(await emptyPng(side, options)).metadata(), 60_000_000);
    expect(await costly(7_700, {})).toBe(false);
    expect(await costly(7_700, { depth: 16 })).toBe(true);
    expect(await costly(5_000, { depth: 16 })).toBe(false);
    expect(await costly(5_000, { interlaced: true })).toBe(true);
    expect(await costly(2_000, { interlaced: true })).toBe(false);
  });

  it("makes one person's picture while another's many wait", async () => {
    const [own, ...others] = await Promise.all(
      ['#111111', '#222222', '#333333', '#444444'].map(
        async (colour) => (await files.put(await picture(colour))).fileID,
      ),
    );
    const made: string[] = [];
    const make = (person: string, id = ''): Promise<unknown> =>
      files.imageVariant(id, { kind: 'large', person }).then(() => made.push(person));
    await Promise.all([...others.map((id) => make('another', id)), make('one', own)]);
    // Two are decoded at once, so at most two of the other person's come first, not all three.
    expect(made.indexOf('one')).toBeLessThan(3);
  });

  it('does not parse an SVG at all, not even one that begins as if it were HEIC', async () => {
    for (const name of ['svg', 'svgftypheic']) {
      const drawing = Buffer.from(`<${name} xmlns="http://www.w3.org/2000/svg" width="9" height="9"></${name}>`);
      await expect(openPicture(drawing, 1_000)).rejects.toThrow('unsupported image format');
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
      expect(await files.imageVariant(fileID, { kind: 'small', person: 'one' })).toBeUndefined();
    }
  });

  const picture = (name: string): Promise<Buffer> =>
    sharp({ create: { width: 1500, height: 1500, channels: 3, background: name } })
      .png()
      .toBuffer();
  const put = async (content: Buffer): Promise<string> => (await files.put(content)).fileID;

  it('gives a kept copy while others wait to be made, and makes a copy that several want once', async () => {
    const kept = await put(await picture('red'));
    await files.imageVariant(kept, { kind: 'small', person: 'one' });
    const waiting = await put(await picture('green'));
    const done: string[] = [];
    const note = (name: string) => () => void done.push(name);
    const wanted = [1, 2, 3, 4, 5, 6].map(() =>
      files.imageVariant(waiting, { kind: 'large', person: 'one' }).then(note('made')),
    );
    const later = files.imageVariant(waiting, { kind: 'medium', person: 'one' }).then(note('later'));
    await files.imageVariant(kept, { kind: 'small', person: 'one' }).then(note('kept'));
    await Promise.all([...wanted, later]);
    expect(done).toEqual(['kept', ...wanted.map(() => 'made'), 'later']);
  });

  it("refuses no picture to a person because another person's many wait, and lets them wait for none of those", async () => {
    // So many that the checks of files before each of them, whose order is open, matter little.
    const names = Array.from({ length: 22 }, (_, at) => `rgb(${at * 10}, 80, 120)`);
    const paths = names.map((_, at) => join(dir, `many-${at}.png`));
    await Promise.all(names.map(async (name, at) => writeFileSync(paths[at] ?? '', await picture(name))));
    const imageVariants = createImageVariants({ maxPixels: 4_000_000, maxWaiting: 20, mode: 0o600 });
    const done: string[] = [];
    const ask = (path: string, person: string): Promise<unknown> =>
      imageVariants(path, { kind: 'large', person }).then(() => done.push(person));
    const many = Promise.allSettled(paths.map((path) => ask(path, 'another')));
    await Promise.all([ask(paths.at(-1) ?? '', 'one'), ask(paths[0] ?? '', 'one')]);
    expect(done.lastIndexOf('one')).toBeLessThan(15);
    expect((await many).filter(({ status }) => status === 'rejected')).toHaveLength(1);
    for (const path of paths) rmSync(path);
  });

  it('tries a picture again whose decoding took too long', async () => {
    const path = join(dir, 'slow.png');
    writeFileSync(path, blackPng(160_000));
    const options = { maxPixels: 100_000_000_000, maxWaiting: 3, mode: 0o600, decodeSeconds: 1 };
    const imageVariants = createImageVariants(options);
    for (const _ of [1, 2])
      await expect(imageVariants(path, { kind: 'small', person: 'one' })).rejects.toMatchObject({ key: 'rateLimited' });
    rmSync(path);
  });

  it('lets only so many wait for a person, and says when to come back', async () => {
    const ids = await Promise.all(
      ['blue', 'white', 'black', 'grey', 'pink', 'brown'].map(async (name) => put(await picture(name))),
    );
    const answers = await Promise.allSettled(ids.map((id) => files.imageVariant(id, { kind: 'small', person: 'one' })));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { key: 'rateLimited', params: { retryAfter: 5 } } });
    for (const id of ids) expect(await files.imageVariant(id, { kind: 'small', person: 'one' })).toBeDefined();
  });

  it('does not try a broken image again, so it delays no one', async () => {
    const whole = await picture('yellow');
    const broken = await put(whole.subarray(0, whole.length - 20));
    expect(await files.imageVariant(broken, { kind: 'small', person: 'one' })).toBeUndefined();
    const other = await put(await picture('orange'));
    const done: string[] = [];
    const made = files.imageVariant(other, { kind: 'small', person: 'one' }).then(() => void done.push('made'));
    const failed = ['small', 'medium', 'large'] as const;
    await Promise.all(
      failed.map((kind) => files.imageVariant(broken, { kind, person: 'one' }).then(() => void done.push(kind))),
    );
    await made;
    expect(done.at(-1)).toBe('made');
  });

  it('gives nothing of a file whose bytes were changed behind its back, says so once, and gives it again when they are right', async () => {
    const content = await picture('purple');
    const fileID = await put(content);
    expect(await files.size(fileID)).toBe(content.length);
    const path = join(dir, fileID.slice(0, 2), fileID.slice(2, 4), fileID);
    writeFileSync(path, Buffer.from(content).fill(1, 100, 110));
    expect(await files.size(fileID)).toBeUndefined();
    expect(await files.imageVariant(fileID, { kind: 'small', person: 'one' })).toBeUndefined();
    expect(altered).toEqual([fileID]);
    writeFileSync(path, content);
    expect(await files.size(fileID)).toBe(content.length);
    expect(await files.imageVariant(fileID, { kind: 'small', person: 'one' })).toBeDefined();
  });
});

it('[FILE-01] the weekly check names each stored file whose bytes are not those of its name, and no other', async () => {
  const checked = mkdtempSync(join(tmpdir(), 'kk-check-'));
  const options = { dir: checked, maxBytes: 1000, maxPixels: 1000, maxWaiting: 1, onAltered: () => undefined };
  const kept = createFiles(options);
  const [right, wrong] = [await kept.put(Buffer.from('right')), await kept.put(Buffer.from('wrong'))];
  const pathOf = ({ fileID }: { fileID: string }): string =>
    join(checked, fileID.slice(0, 2), fileID.slice(2, 4), fileID);
  writeFileSync(pathOf(wrong), 'other');
  writeFileSync(`${pathOf(right)}.small.webp`, 'a copy has no name of its own');
  const altered: string[] = [];
  const check = createFileCheck({
    ...{ dir: checked, clock: { now: () => new Date(5_000) } },
    onAltered: (fileID) => altered.push(fileID),
  });
  await check({}, new AbortController().signal);
  expect(altered).toEqual([wrong.fileID]);
  expect(await readLastFileCheck(checked)).toEqual({ at: 5_000, checked: 2, altered: [wrong.fileID] });
  await expect(check({}, AbortSignal.abort())).rejects.toThrow();
  rmSync(checked, { recursive: true });
});

describe('[FILE-01] a file is what its name says', () => {
  const pdf = Buffer.from('%PDF-1.7\n%\u00e2\u00e3');
  const exe = Buffer.from('4d5a90000300000004000000ffff0000', 'hex');
  it.each([
    ['plan.pdf', pdf, true],
    ['Plan.PDF', Buffer.concat([Buffer.from('\n'), pdf]), true],
    ['prog.pdf', exe, false],
    ['random.pdf', Buffer.from('8f1b9c00e7d2a4', 'hex'), false],
    ['prog.docx', exe, false],
    ['old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), true],
    ['text.doc', Buffer.from('{\\rtf1 x}'), true],
    ['area.kmz', Buffer.from('504b0304', 'hex'), true],
    ['photo.jpg', Buffer.from('89504e470d0a1a0a', 'hex'), false],
    ['list.csv', Buffer.from('a;b;\u00e9', 'latin1'), true],
    ['drawing.dwg', exe, true],
  ])('%s', (name, head, fits) => expect(contentFitsName(name, mediaTypeOf(head))).toBe(fits));

  it('takes the endings that are declared, in either case, and no file without one', () => {
    expect(isEndingAccepted('Plan.PDF', ['pdf'])).toBe(true);
    for (const name of ['prog.exe', 'plan.pdf.exe', 'plan', 'plan.'])
      expect(isEndingAccepted(name, ['pdf'])).toBe(false);
    expect(isEndingAccepted('prog.exe', undefined)).toBe(true);
  });
});
