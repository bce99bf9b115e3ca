// Uploads, over the wire like any tus client: begun, interrupted, resumed, refused, attached to an item, and swept.

import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { holdFile } from 'src/server/store/fileNames.ts';
import { noteArrived, uploadVersion } from 'src/server/store/uploadRows.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

const KIB = 1024;
const RESUMABLE = { 'tus-resumable': '1.0.0' };

/** Milliseconds that the server's clock is ahead. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };

let world: World;
let picture: Buffer<ArrayBuffer>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld({
    clock,
    limits: { uploadMaxBytes: 6_000 * KIB, uploadParts: 4, uploadsPerUser: 100, uploadBytesPerUser: 20_000 * KIB },
  });
  for (const name of ['keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
  const drawn = sharp({ create: { width: 640, height: 480, channels: 3, background: '#204060' } });
  picture = Buffer.from(
    await drawn
      .withExif({ IFD0: { Make: 'Canary camera' } })
      .jpeg()
      .toBuffer(),
  );
});
afterAll(() => world.stop());

interface Sent {
  readonly as?: string;
  readonly body?: Buffer<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

const send = (method: string, path: string, { as = 'keeper', body, headers }: Sent = {}): Promise<Response> =>
  fetch(new URL(path, world.url), {
    method,
    body: body ?? null,
    headers: {
      ...RESUMABLE,
      ...(tokens[as] === undefined ? {} : { authorization: `Bearer ${tokens[as]}` }),
      ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...headers,
    },
  });

const metadata = (values: Record<string, string | Buffer>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value as string).toString('base64')}`)
    .join(',');

const begin = async (size: number, filename: string | Buffer = 'spring.jpg', as = 'keeper'): Promise<string> => {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadata({ filename }) };
  const answer = await send('POST', '/api/upload', { as, headers });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
};

const patch = (location: string, at: number, body: Buffer<ArrayBuffer>, more: Record<string, string> = {}) =>
  send('PATCH', location, { body, headers: { 'upload-offset': String(at), ...more } });

const keyOf = (location: string): string => location.split('/').at(-1) ?? '';

/** Begun and all there; its value for a property. */
const uploaded = async (content = picture, filename: string | Buffer = 'spring.jpg'): Promise<string> => {
  const location = await begin(content.length, filename);
  expect((await patch(location, 0, content)).status).toBe(204);
  return `upload:${keyOf(location)}`;
};

const ask = async (
  o: string,
  b: Json,
  { as = 'keeper', key }: { as?: string; key?: string } = {},
): Promise<Envelope> => {
  const body = JSON.stringify({ o, b, ...(key === undefined ? {} : { key }) });
  const headers = { authorization: `Bearer ${tokens[as] ?? ''}` };
  return (await (await fetch(`${world.url}/api/item`, { method: 'POST', body, headers })).json()) as Envelope;
};

type Fields = Readonly<Record<string, Json>> & { readonly $id: string; readonly _u: number; readonly files: string[] };

const made = async (files: string[]): Promise<Fields> => {
  const { b, erred } = await ask('create/Book', { title: 'With files', shelf: world.ids['shelf'] ?? '', files });
  expect([erred, b]).toEqual([undefined, expect.anything()]);
  return b as unknown as Fields;
};

const refusedWith = (message: string, path = '/files/0'): Json => ({
  userMessage: 'invalid',
  params: { errors: [{ path, message }] },
});

const read = async (id = ''): Promise<Fields> => (await ask(`read/${id}`, null)).b as unknown as Fields;

describe('/api/upload', () => {
  it('[FILE-01] takes a file in parts, and an item makes it its own', async () => {
    const location = await begin(picture.length);
    expect(location).toMatch(/^\/api\/upload\/[0-9a-f-]{36}$/);
    const first = picture.subarray(0, 1000);
    const answer = await patch(location, 0, first);
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '1000']);
    expect(answer.headers.get('content-security-policy')).toContain('default-src');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const early = await ask('create/Book', {
      title: 'Early',
      shelf: world.ids['shelf'] ?? '',
      files: [`upload:${keyOf(location)}`],
    });
    expect(early.b).toEqual(refusedWith('errors.file.unfinished'));
    const head = await send('HEAD', location);
    expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      '1000',
      String(picture.length),
    ]);
    expect((await patch(location, 1000, picture.subarray(1000))).status).toBe(204);

    const book = await made([`upload:${keyOf(location)}#Spring%20camp`]);
    const attachment = await read(book.files[0]);
    expect(attachment).toMatchObject({
      originalName: 'spring.jpg',
      caption: 'Spring camp',
      filetype: 'image/jpeg',
      size: picture.length,
      width: 640,
      height: 480,
      fileID: createHash('sha256').update(picture).digest('hex'),
      uppyID: keyOf(location),
      rel: book.$id,
      relType: 'Book',
      relProp: 'files',
    });
    const bytes = await send('GET', `/attachment/${book.files[0]}?variant=original`);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(picture)).toBe(true);
    const small = await send('GET', `/attachment/${keyOf(location)}?variant=small`);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(Buffer.from(await small.arrayBuffer()).includes('Canary camera')).toBe(false);
    expect((await send('GET', `/attachment/${book.files[0]}`, { as: 'stranger' })).status).toBe(404);
  });

  it('[FILE-01] goes on where a cut connection left it, and takes back bytes that are not what was said', async () => {
    const content = Buffer.from(Buffer.alloc(600 * KIB, 'Fireweed, lake trout. '));
    const location = await begin(content.length, 'long.txt');
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `PATCH ${location} HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${tokens['keeper']}`,
        'Tus-Resumable: 1.0.0',
      ]
        .concat(
          'Upload-Offset: 0',
          'Content-Type: application/offset+octet-stream',
          `Content-Length: ${content.length}`,
          '',
          '',
        )
        .join('\r\n'),
    );
    socket.write(content.subarray(0, 200 * KIB));
    const offset = async (): Promise<number> => Number((await send('HEAD', location)).headers.get('upload-offset'));
    const arrived = (): number => statSync(join(world.dataDir, 'files', 'uploads', keyOf(location))).size;
    await expect.poll(arrived, { timeout: 15_000 }).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(offset, { timeout: 15_000 }).toBeGreaterThan(0);
    const reached = await offset();
    expect(reached).toBeLessThanOrEqual(200 * KIB);

    const rest = content.subarray(reached);
    const sum = createHash('sha256').update(rest).digest('base64');
    const other = await patch(location, reached, Buffer.from(Buffer.alloc(rest.length)), {
      'upload-checksum': `sha256 ${sum}`,
    });
    expect(other.status).toBe(460);
    expect(await offset()).toBe(reached);
    expect((await patch(location, 0, content)).status).toBe(409);
    expect((await patch(location, reached, Buffer.concat([rest, rest]))).status).toBe(413);
    expect((await patch(location, reached, rest, { 'upload-checksum': `sha256 ${sum}` })).status).toBe(204);
    const book = await made([`upload:${keyOf(location)}`]);
    expect(await read(book.files[0])).toMatchObject({
      filetype: 'text/plain',
      fileID: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('[FILE-01] takes the method from its header, from a client that can send only POST', async () => {
    const location = await begin(picture.length);
    const post = (method: string, body?: Buffer<ArrayBuffer>, more: Record<string, string> = {}): Promise<Response> =>
      send('POST', location, { ...(body && { body }), headers: { 'x-http-method-override': method, ...more } });
    expect((await post('PATCH', picture, { 'upload-offset': '0' })).status).toBe(204);
    const head = await post('HEAD');
    expect([head.status, head.headers.get('upload-offset'), await head.text()]).toEqual([
      200,
      String(picture.length),
      '',
    ]);
    expect((await post('delete')).status).toBe(204);
    expect((await post('HEAD')).status).toBe(404);
    const plain = await send('POST', location);
    expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'HEAD, PATCH, DELETE']);
    expect((await send('POST', '/api/upload', { headers: { 'x-http-method-override': 'PATCH' } })).status).toBe(405);
    const abilities = await send('POST', '/api/upload', { headers: { 'x-http-method-override': 'OPTIONS' } });
    expect([abilities.status, abilities.headers.get('tus-version')]).toEqual([204, '1.0.0']);
  });

  it('[FILE-01] is private: others get the answer of an upload that never existed', async () => {
    const location = await begin(10);
    const never = `/api/upload/${randomUUID()}`;
    const answers = async (path: string, as: string): Promise<unknown[]> => {
      const body = Buffer.from('0123456789');
      const asked = [
        await send('HEAD', path, { as }),
        await send('PATCH', path, { as, body, headers: { 'upload-offset': '0' } }),
        await send('DELETE', path, { as }),
      ];
      return Promise.all(asked.map(async (answer) => [answer.status, await answer.text()]));
    };
    const strange = await answers(location, 'stranger');
    expect(strange).toEqual(await answers(never, 'stranger'));
    expect(strange.map((answer) => (answer as unknown[])[0])).toEqual([404, 404, 404]);
    expect((await answers(location, 'nobody')).map((answer) => (answer as unknown[])[0])).toEqual([401, 401, 401]);
    expect((await send('POST', '/api/upload', { as: 'nobody', headers: { 'upload-length': '5' } })).status).toBe(401);
    expect((await patch(location, 0, Buffer.from('0123456789'))).status).toBe(204);
    const value = `upload:${keyOf(location)}`;
    const taking = { $id: world.ids['PUBLIC'] ?? '', _u: 1, files: [value] };
    // A person who may not change the item learns nothing else; a person who may, but did not upload it, finds no such upload.
    expect((await ask('update', taking, { as: 'member' })).b).toEqual({ userMessage: 'notAllowed' });
    const other = { title: 'Not mine', shelf: world.ids['other'] ?? '', files: [value] };
    expect((await ask('create/Book', other, { as: 'stranger' })).b).toEqual(refusedWith('errors.file.unknown'));
    expect((await send('DELETE', location)).status).toBe(204);
    expect((await send('HEAD', location)).status).toBe(404);
  });

  it('[FILE-01] is the one of the path, for any query', async () => {
    const [other, own] = [await begin(10), await begin(1, 'own.txt', 'stranger')];
    const disguised = `${own}?of=/${keyOf(other)}`;
    expect((await send('HEAD', disguised, { as: 'stranger' })).headers.get('upload-length')).toBe('1');
    const body = Buffer.from('0123456789');
    await send('PATCH', disguised, { as: 'stranger', body, headers: { 'upload-offset': '0' } });
    expect((await send('DELETE', disguised, { as: 'stranger' })).status).toBe(204);
    expect((await send('HEAD', own, { as: 'stranger' })).status).toBe(404);
    expect((await send('HEAD', other)).headers.get('upload-offset')).toBe('0');
  });

  it('is not forgotten while its bytes are there', async () => {
    const location = await begin(4);
    const headers = { authorization: `Bearer ${tokens['keeper']}` };
    const refused = await fetch(new URL(location, world.url), { method: 'DELETE', headers });
    expect(refused.status).toBe(412);
    expect((await send('HEAD', location)).status).toBe(200);
    const key = keyOf(location);
    expect(await world.services.database.query('select key from upload where key = $1', [key])).toHaveLength(1);
    expect((await send('DELETE', location)).status).toBe(204);
    expect(await world.services.database.query('select key from upload where key = $1', [key])).toHaveLength(0);
  });

  it('is read once at a time, and not taken for what it was when it was begun again meanwhile', async () => {
    const key = randomUUID();
    const headers = { 'upload-length': '4', 'upload-metadata': metadata({ filename: 'a', key }) };
    const path = join(world.dataDir, 'files', 'uploads', key);
    const create = (): Promise<Response> => send('POST', '/api/upload', { headers });
    expect((await create()).status).toBe(201);
    await writeFile(path, 'four');
    const { ino } = statSync(path);
    const { uploads, database } = world.services;
    const row = { key, name: 'a', size: 4 };
    const looking = uploads.arrive(row);
    await Promise.all([looking, uploads.arrive(row)]);
    await database.query('update upload set file_id = null where key = $1', [key]);
    // An item may have the bytes of the earlier try: they stay as they are.
    await link(path, `${path}.kept`);
    expect((await create()).status).toBe(201);
    expect(statSync(path).ino).not.toBe(ino);
    expect(statSync(`${path}.kept`).size).toBe(4);
    const version = (await uploadVersion(database, key)) ?? '';
    expect((await create()).status).toBe(201);
    await noteArrived(database, { key, version }, { fileID: 'old', filetype: 'text/plain', width: null, height: null });
    expect(await database.query('select file_id from upload where key = $1', [key])).toEqual([{ file_id: null }]);
  });

  it('[FILE-01] is taken once: by a save that is sent twice, and by one of two items', async () => {
    const value = await uploaded();
    const [book, other] = [await made([]), await made([])];
    const change = { $id: book.$id, _u: book._u, files: [value] };
    const key = randomUUID();
    const [once, twice] = await Promise.all([ask('update', change, { key }), ask('update', change, { key })]);
    expect(once).toEqual(twice);
    const files = (await read(book.$id)).files;
    expect(files).toHaveLength(1);
    // Also without a key: what the item has taken is what is meant.
    expect((await ask('update', change)).erred).toBeUndefined();
    expect((await read(book.$id)).files).toEqual(files);
    const refusal = await ask('update', { $id: other.$id, _u: other._u, title: 'Kept', files: [value] });
    expect(refusal.b).toEqual(refusedWith('errors.file.taken'));
    expect(await read(other.$id)).toMatchObject({ title: 'With files', _u: other._u });
    // Two at once.
    const wanted = await uploaded();
    const both = await Promise.all(
      [book, other].map(async ({ $id }) => ask('update', { $id, _u: (await read($id))._u, files: [wanted] })),
    );
    expect(both.filter(({ erred }) => erred === true)).toHaveLength(1);
    expect(both.find(({ erred }) => erred === true)?.b).toEqual(refusedWith('errors.file.taken'));
  });

  it('[FILE-02] refuses what is too large or of another kind than its bytes say, and keeps what was typed', async () => {
    const large = await send('POST', '/api/upload', { headers: { 'upload-length': String(6_001 * KIB) } });
    expect([large.status, await large.json()]).toMatchObject([413, { b: { userMessage: 'tooLarge' } }]);
    const song = await uploaded(Buffer.from('ID3\u0003\u0000 not a picture at all, only its beginning'), 'picture.jpg');
    const book = await made([]);
    const refusal = await ask('update', { $id: book.$id, _u: book._u, files: [song] });
    expect(refusal.b).toEqual(refusedWith('errors.file.kind'));
    const tooLarge = await uploaded(Buffer.from(Buffer.alloc(5_000_001, 'a')), 'a.txt');
    expect((await ask('update', { $id: book.$id, _u: book._u, files: [tooLarge] })).b).toMatchObject({
      params: { errors: [{ message: 'errors.file.size' }] },
    });
    // Nothing was taken by what was refused.
    const fitting = await uploaded();
    const wrong = await ask('update', { $id: book.$id, _u: book._u, title: null, files: [fitting] });
    expect(wrong.erred).toBe(true);
    expect((await ask('update', { $id: book.$id, _u: book._u, files: [fitting] })).erred).toBeUndefined();
    const long = await ask('update', {
      $id: book.$id,
      _u: book._u + 1,
      files: [`${await uploaded()}#${'x'.repeat(2001)}`],
    });
    expect(long.b).toMatchObject({ userMessage: 'invalid', params: { errors: [{ path: '/files/0' }] } });
  });

  it.each([
    ['ᐊᓂᔑᓈᐯᒧᐎᓐ hən̓q̓əmin̓əm̓.jpg', 'ᐊᓂᔑᓈᐯᒧᐎᓐ hən̓q̓əmin̓əm̓.jpg'],
    ['..\\..\\etc/pass\u0000wd\r\n\u202egpj.exe', 'pass wd gpj.exe'],
    [Buffer.from([0xff, 0xfe, 0x2e, 0x6a]), '\ufffd\ufffd.j'],
    [`${'ᐊ'.repeat(300)}.jpeg`, `${'ᐊ'.repeat(250)}.jpeg`],
    ['\u0007', 'file'],
  ])('[FILE-01] keeps the name %j as people can read it', async (given, kept) => {
    const book = await made([await uploaded(Buffer.from(`text of ${kept}`), given)]);
    expect((await read(book.files[0]))['originalName']).toBe(kept.normalize('NFC'));
  });

  it.each<[string, number, Record<string, string>]>([
    ['no length', 400, {}],
    ['a length that is none', 400, { 'upload-length': '-1' }],
    ['a length to be told later', 501, { 'upload-defer-length': '1' }],
    ['metadata that is none', 400, { 'upload-length': '5', 'upload-metadata': 'filename $$$' }],
    ['another version', 412, { 'upload-length': '5', 'tus-resumable': '0.2.0' }],
  ])('answers %s with %i', async (_what, status, headers) => {
    const answer = await send('POST', '/api/upload', { headers });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/at .*\.[jt]s|\/(?:tmp|dev)\//);
  });

  it('lets a client name its upload, so that a lost answer costs nothing', async () => {
    const key = randomUUID();
    const create = (as = 'keeper'): Promise<Response> =>
      send('POST', '/api/upload', {
        as,
        headers: { 'upload-length': '4', 'upload-metadata': metadata({ filename: 'a', key }) },
      });
    expect((await create()).headers.get('location')).toBe(`/api/upload/${key}`);
    expect((await create()).status).toBe(201);
    expect((await create('stranger')).status).toBe(409);
    expect((await patch(`/api/upload/${key}`, 0, Buffer.from('four'))).status).toBe(204);
    expect((await create()).status).toBe(409);
  });

  it('bounds what one user has on its way', async () => {
    const answer = await send('POST', '/api/upload', {
      as: 'member',
      headers: { 'upload-length': String(6_000 * KIB) },
    });
    expect(answer.status).toBe(201);
    const rest = await Promise.all(
      Array.from({ length: 3 }, () =>
        send('POST', '/api/upload', { as: 'member', headers: { 'upload-length': String(6_000 * KIB) } }),
      ),
    );
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('[FILE-01] takes so many parts of one user at once, and goes on when one of them is over', async () => {
    const { hostname, port } = new URL(world.url);
    const locations = [];
    for (let at = 0; at < 6; at += 1) locations.push(await begin(100, 'part.txt', 'member'));
    const spare = await begin(4, 'spare.txt', 'member');
    let answered = 0;
    const sockets = locations.map((location) => {
      const socket = connect(Number(port), hostname);
      const lines = [`PATCH ${location} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${tokens['member']}`];
      const rest = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'];
      socket.write([...lines, ...rest, 'Content-Length: 100', '', ''].join('\r\n'));
      socket.once('data', (data) => (answered += String(data).startsWith('HTTP/1.1 429') ? 1 : 100));
      return socket;
    });
    await expect.poll(() => answered, { timeout: 15_000 }).toBe(2);
    // A part with a wrong offset is refused as such when it is read.
    const part = (): Promise<Response> =>
      send('PATCH', spare, { as: 'member', body: Buffer.from('x'), headers: { 'upload-offset': '2' } });
    const tries = async (): Promise<number> => (await part()).status;
    expect(await tries()).toBe(429);
    expect((await part()).headers.get('retry-after')).toBe('1');
    const others = { as: 'stranger', headers: { 'upload-length': '4' } };
    expect((await send('POST', '/api/upload', others)).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await expect.poll(tries, { timeout: 15_000 }).toBe(409);
  });

  it('[FILE-01] sweeps what no item took within a day, and leaves what an item has', async () => {
    const folder = join(world.dataDir, 'files', 'uploads');
    const [taken, unused] = [await uploaded(), await uploaded(Buffer.from('unused'))];
    const unfinished = `upload:${keyOf(await begin(100))}`;
    const book = await made([taken]);
    const { database } = world.services;
    const waiting = await database.query<{ due: number }>(
      `select extract(epoch from run_at - now()) / 3600 as due from graphile_worker.jobs where task_identifier = 'sweepUploads'`,
    );
    expect(waiting.map(({ due }) => Math.round(Number(due)))).toEqual([24]);
    await database.query(`update upload set at = at - interval '25 hours'`);
    expect((await send('HEAD', `/api/upload/${unused.slice(7)}`)).status).toBe(404);
    const late = await ask('update', { $id: book.$id, _u: book._u, files: [...book.files, unused] });
    expect(late.b).toEqual(refusedWith('errors.file.unknown', '/files/1'));
    await world.jobs['sweepUploads']?.({}, new AbortController().signal);
    const left = await readdir(folder);
    for (const value of [taken, unused, unfinished])
      expect(left.filter((name) => name.includes(value.slice(7)))).toEqual([]);
    expect((await send('GET', `/attachment/${book.files[0]}`)).status).toBe(200);
    expect((await send('GET', '/healthz')).status).toBe(200);
  });
});

describe('[FILE-01] the bytes of deleted items', () => {
  const { signal } = new AbortController();
  const sweep = async (): Promise<void> => {
    ahead = 2 * 24 * 3_600_000;
    await world.jobs['sweepFiles']?.({}, signal).finally(() => (ahead = 0));
  };
  const expire = (): Promise<unknown> => world.services.database.query('delete from removed');

  it('stay while an attachment, an undo or an upload names them, or a save is about to, and are swept then', async () => {
    const { database, files, items } = world.services;
    const content = Buffer.from(`bytes of their own ${randomUUID()}`);
    const [one, two] = [await made([await uploaded(content)]), await made([await uploaded(content)])];
    await database.query('delete from upload');
    const fileID = createHash('sha256').update(content).digest('hex');
    const isThere = async (): Promise<boolean> => (await files.size(fileID)) !== undefined;
    await ask(`delete/${one.$id}`, { _u: one._u });
    await expire();
    await sweep();
    expect(await isThere()).toBe(true);
    await ask(`delete/${two.$id}`, { _u: two._u });
    await sweep();
    expect(await isThere()).toBe(true);
    expect((await ask('act/restoreItem', { _t: 'Book', _i: Number(two.$id.split('-')[1]) })).erred).toBeUndefined();
    await ask(`delete/${two.$id}`, { _u: (await read(two.$id))._u });
    await expire();
    await database.transaction(async (tx) => {
      await holdFile(tx, fileID);
      await sweep();
      expect(await isThere()).toBe(true);
    });
    const young = await world.jobs['sweepFiles']?.({}, signal);
    expect([young, await isThere()]).toEqual([undefined, true]);
    await sweep();
    expect(await isThere()).toBe(false);
    const again = await made([await uploaded(content)]);
    await sweep();
    const [file = ''] = again.files;
    expect((await items.find(database, file))?.properties['fileID']).toBe(fileID);
    expect(await (await send('GET', `/attachment/${file}`)).text()).toBe(content.toString());
  });

  it('and temporary folders of a killed process are swept after an hour, and those of work in progress stay', async () => {
    const folders = ['reading', 'scratch'].flatMap((name) =>
      ['file-old', 'file-new'].map((each) => join(world.dataDir, 'files', name, each)),
    );
    for (const folder of folders) {
      await mkdir(folder);
      await writeFile(join(folder, 'rows'), 'left');
      if (folder.endsWith('old')) await utimes(folder, 0, 0);
    }
    await world.jobs['sweepFiles']?.({}, signal);
    for (const name of ['reading', 'scratch'])
      expect(await readdir(join(world.dataDir, 'files', name))).toEqual(['file-new']);
  });
});
