// Routes for bytes: rights, headers, ranges and image sizes.

import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { pixelFlood } from 'tests/server/harness/pixelFlood.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let token: string;
const ids: Record<string, string> = {};

const attach = async (
  name: string,
  parent: string,
  content: Buffer,
  more: Record<string, Json> = {},
): Promise<void> => {
  const { services } = world;
  const { fileID, size } = await services.files.put(content);
  const by = { at: new Date(), by: world.ids['admin'] ?? '', actor: undefined };
  await services.database.transaction(async (tx) => {
    const properties = {
      originalName: name,
      fileID,
      size,
      rel: world.ids[parent] ?? '',
      uppyID: `uppy-${name}`,
      ...more,
    };
    ids[name] = (await services.items.insert(tx, 'Attachment', properties, by)).id;
  });
};

const UUID = '3f8fad5b-d9cb-469f-a165-70867728950e';

beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'keeper');
  const picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  await attach('open.png', 'PUBLIC', picture, { uuid: UUID });
  await attach('closed.png', 'PRIVATE', picture);
  await attach('page.html', 'PUBLIC', Buffer.from('<script>alert(1)</script>'), { filetype: 'text/html' });
  await attach('drawing.svg', 'PUBLIC', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), {
    filetype: 'image/svg+xml',
  });
  await attach('trashed.png', 'PUBLIC', picture, { trashed: true });
  await attach(`Größe "1"\r\nX-Evil: 1.txt`, 'PUBLIC', Buffer.from('0123456789'), { uppyID: 'uppy-odd-name' });
  const { services } = world;
  await services.database.transaction(async (tx) => {
    const book = await services.items.find(tx, world.ids['PUBLIC'] ?? '', true);
    if (book)
      await services.items.write(
        tx,
        book,
        { files: [ids['trashed.png'] ?? '', ids['page.html'] ?? '', ids['open.png'] ?? ''] },
        { at: new Date(), by: world.ids['admin'] ?? '', actor: undefined },
      );
  });
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.url}${path}`, { headers });
const signedIn = (): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('[FILE-01] who gets a file', () => {
  it('is every person who may read the item that it is attached to, at this moment', async () => {
    expect((await get(`/attachment/${ids['open.png']}`)).status).toBe(200);
    expect((await get(`/attachment/${ids['closed.png']}`)).status).toBe(403);
    expect((await get(`/attachment/${ids['closed.png']}`, signedIn())).status).toBe(200);
    const stranger = { authorization: `Bearer ${await signIn(world.url, 'stranger')}` };
    const hidden = await get(`/attachment/${ids['closed.png']}`, stranger);
    const absent = await get('/attachment/Attachment-999999', stranger);
    expect([hidden.status, await hidden.text()]).toEqual([404, await absent.text()]);
  });

  it('may show a cookie instead of a header; a stale one is a visitor’s', async () => {
    expect((await get(`/attachment/${ids['closed.png']}`, { cookie: `other=1; Access-Token=${token}` })).status).toBe(
      200,
    );
    expect((await get(`/attachment/${ids['closed.png']}`, { cookie: 'Access-Token=a.b.c' })).status).toBe(403);
    expect((await get(`/attachment/${ids['open.png']}`, { cookie: 'Access-Token=a.b.c' })).status).toBe(200);
  });

  it('is no one for a trashed file', async () => {
    for (const route of ['/attachment/', '/item-id-image/'])
      expect((await get(`${route}${ids['trashed.png']}`, signedIn())).status).toBe(404);
  });
});

describe('doors', () => {
  it('find a picture by item, by uuid, by upload name and by id', async () => {
    const paths = [
      `/item-id-image/${world.ids['PUBLIC']}`,
      `/item-id-image/${ids['open.png']}`,
      `/item-uuid-image/${UUID}`,
      '/attachment/uppy-open.png',
      `/attachment/${ids['open.png']?.split('-')[1]}?variant=small`,
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/webp']);
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
        width: 320,
        height: 160,
      });
    }
  });

  it('answer nothing for an item that may be read and has no picture', async () => {
    expect((await get(`/item-id-image/${world.ids['PRIVATE']}`)).status).toBe(403);
    expect((await get(`/item-id-image/${world.ids['PRIVATE']}`, signedIn())).status).toBe(204);
  });

  it.each([
    ['/item-id-image/Book', 400],
    ['/item-id-image/Book-0', 400],
    ['/item-id-image/Book-999999', 403],
    ['/item-uuid-image/nothing', 400],
    ['/attachment/..%2f..%2fetc', 403],
    ['/attachment/x', 400],
    ['/attachment/Attachment-0', 400],
    ['/attachment/uppy-open.png?variant=huge', 422],
    ['/item-id-image/__proto__-1', 400],
  ])('answer %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it('give the original by id, in parts where asked', async () => {
    const path = '/attachment/uppy-odd-name?variant=original';
    const whole = await get(path);
    expect([
      whole.status,
      whole.headers.get('accept-ranges'),
      whole.headers.get('content-length'),
      await whole.text(),
    ]).toEqual([200, 'bytes', '10', '0123456789']);
    const part = await get(path, { range: 'bytes=3-5' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345']);
    expect((await get(path, { range: 'bytes=-4' })).headers.get('content-range')).toBe('bytes 6-9/10');
    const beyond = await get(path, { range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    const tag = whole.headers.get('etag') ?? '';
    const answers = async (headers: Record<string, string>): Promise<unknown> => {
      const answer = await get(path, headers);
      return [answer.status, await answer.text()];
    };
    for (const known of ['*', tag, `"other", W/${tag}`])
      expect(await answers({ 'if-none-match': known, range: 'bytes=3-5' })).toEqual([304, '']);
    const all = [200, '0123456789'];
    expect(await answers({ range: 'bytes=3-5', 'if-range': tag })).toEqual([206, '345']);
    for (const other of ['"another"', `W/${tag}`, 'Mon, 01 Jan 2035 00:00:00 GMT'])
      expect(await answers({ range: 'bytes=3-5', 'if-range': other })).toEqual(all);
    for (const range of [
      'bytes=0-0,2-3',
      'bytes=-',
      'bytes=5-3',
      'bytes=a-b',
      'items=0-1',
      `bytes=${'9'.repeat(400)}-`,
    ])
      expect([range, await answers({ range })]).toEqual([range, all]);
    const overlapping = `bytes=${Array.from({ length: 1_000 }, () => '0-').join(',')}`;
    const [status, text] = (await answers({ range: overlapping })) as [number, string];
    expect([status, text.length]).toEqual([200, 10]);
    const side = Array.from({ length: 60 }, (_, at) => answers({ range: `bytes=${at % 10}-${at % 10}` }));
    expect(await Promise.all(side)).toEqual(side.map((_, at) => [206, String(at % 10)]));
  });

  it('keep an odd name in its header', async () => {
    const { headers } = await get('/attachment/uppy-odd-name?variant=original');
    expect(headers.get('x-evil')).toBeNull();
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1___X-Evil_ 1.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%0D%0AX-Evil%3A%201.txt`,
    );
  });
});

describe('what a user gave is never a page', () => {
  it.each(['page.html', 'drawing.svg'])('%s is a download of bytes in a sandbox', async (name) => {
    const { headers } = await get(`/attachment/${ids[name]}`);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a picture is shown, in the sandbox too', async () => {
    const { headers } = await get(`/attachment/${ids['open.png']}/open.png`);
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual([
      'image/png',
      'inline',
    ]);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });
});

/** A zip with one empty file. */
const zipOf = (name: string): Buffer => {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, Buffer.from(name)]);
};

it('[FILE-02] files made to harm are kept as they are, shown by none, and stop nothing', async () => {
  const script = '<script>alert(1)</script>';
  const harmful: Readonly<Record<string, readonly [Buffer, string]>> = {
    'flood.png': [await pixelFlood(), 'image/png'],
    'polyglot.gif': [Buffer.from(`GIF89a=1;${script}`), 'image/gif'],
    'script.svg': [Buffer.from(`<?xml version="1.0"?><svg>${script}</svg>`), 'application/octet-stream'],
    'bomb.zip': [
      Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(2 ** 24))]),
      'application/octet-stream',
    ],
    'script.pdf': [
      Buffer.from('%PDF-1.4\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj'),
      'application/octet-stream',
    ],
    // A file that is both a picture and an archive of programs; one that is both a document and a page, in either order; a video that is
    // also a page.
    'jar.gif': [Buffer.concat([Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), zipOf('Evil.class')]), 'image/gif'],
    'page.pdf': [Buffer.from(`%PDF-1.4\n<html>${script}</html>`), 'application/octet-stream'],
    'pdf.html': [Buffer.from(`<html>${script}</html>\n%PDF-1.4`), 'application/octet-stream'],
    'page.webm': [Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(`<html>${script}`)]), 'video/webm'],
    'script.js.jpg': [Buffer.from('\u00ff\u00d8\u00ff=1;alert(1)//', 'latin1'), 'image/jpeg'],
    'words.vtt': [Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${script}`), 'application/octet-stream'],
    'outside.gltf': [
      Buffer.from('{"asset":{"version":"2.0"},"buffers":[{"uri":"//elsewhere.test/a.bin"}]}'),
      'application/octet-stream',
    ],
  };
  for (const [name, [content, type]] of Object.entries(harmful)) {
    await attach(name, 'PUBLIC', content);
    const answer = await get(`/attachment/${ids[name]}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content), name).toBe(true);
    expect([name, answer.headers.get('content-type')]).toEqual([name, type]);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const isShown = type !== 'application/octet-stream';
    expect(answer.headers.get('content-disposition')).toMatch(isShown ? /^inline;/ : /^attachment;/);
    expect([name, (await get(`/attachment/${ids[name]}?variant=large`)).status]).toEqual([name, 404]);
  }
  expect((await get(`/attachment/${ids['open.png']}?variant=small`)).status).toBe(200);
});

it("another person's picture is served while one is being decoded", async () => {
  const large = { width: 6000, height: 6000, channels: 3, background: '#402060' } as const;
  await attach('large.png', 'PRIVATE', await sharp({ create: large }).png({ compressionLevel: 1 }).toBuffer());
  const kept = `/attachment/${ids['open.png']}?variant=small`;
  expect((await get(kept)).status).toBe(200);
  const decodes = vi.spyOn(sharp.prototype, 'toBuffer');
  const answered: string[] = [];
  const noted = async (name: string, path: string, headers = {}): Promise<void> => {
    const answer = await get(path, headers);
    await answer.arrayBuffer();
    answered.push(`${name} ${answer.status}`);
  };
  const decoding = noted('large', `/attachment/${ids['large.png']}?variant=small`, signedIn());
  await expect.poll(() => decodes.mock.calls.length, { interval: 1 }).toBe(1);
  await Promise.all([noted('kept', kept), decoding]);
  decodes.mockRestore();
  expect(answered).toEqual(['kept 200', 'large 200']);
});
