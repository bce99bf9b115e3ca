// `erase` on a real world beside a running server: afterwards no table and no file holds a word or a byte of the record.

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { erase } from 'src/server/cli/erase.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let queue: JobQueue | undefined;
let token: string;
const startQueue = async (): Promise<void> => {
  const { connection, jobs: handlers, services } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers, log: () => undefined });
};
const stopQueue = async (): Promise<void> => {
  await queue?.stop();
  queue = undefined;
};
beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'admin');
  await startQueue();
});
afterAll(async () => {
  await stopQueue();
  await world.stop();
});

const ask = async (o: string, b: Json = null, key?: string): Promise<Envelope> => {
  const body = JSON.stringify({ o, b, ...(key === undefined ? {} : { key }) });
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${world.url}/api/item`, { method: 'POST', body, headers })).json()) as Envelope;
};

/** Tables of which a row holds the text. */
const tablesHolding = async (text: string): Promise<string[]> => {
  const { database } = world.services;
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const held: string[] = [];
  for (const { name } of tables)
    if ((await database.query(`select 1 from ${name} x where x::text ilike $1 limit 1`, [`%${text}%`])).length > 0)
      held.push(name);
  return held;
};

const filesHolding = async (content: Buffer | string): Promise<string[]> => {
  const entries = await readdir(world.dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const held = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(content) ? [path] : [])));
  return held.flat();
};
const namesHolding = async (text: string): Promise<string[]> =>
  (await readdir(world.dataDir, { recursive: true })).filter((name) => name.includes(text));

interface Made {
  /** In every text of it. */
  readonly word: string;
  readonly id: ItemId;
  readonly content: Buffer;
  readonly fileID: string;
}

let made = 0;
/** With a value of every kind, an upload, a smaller copy, a loan, a star, a grant, an edit and a keyed answer. */
const makeBook = async (): Promise<Made> => {
  made += 1;
  const word = `zhiib${randomBytes(6).toString('hex')}`;
  const background = { r: made, g: 64, b: 96 };
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  const content = Buffer.concat([picture, Buffer.from(`${word} ${made}`)]);
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const filename = Buffer.from(`${word}.png`).toString('base64');
  const begun = await fetch(`${world.url}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(content.length), 'upload-metadata': `filename ${filename}` },
  });
  const location = begun.headers.get('location') ?? '';
  const sent = await fetch(new URL(location, world.url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(content),
  });
  expect(sent.status).toBe(204);
  const values = {
    ...{ title: `${word} one`, spoken: `${word} spoken`, summary: `${word} summary` },
    ...{ shelf: world.ids['shelf'] ?? '', email: `${word}@toy.test`, privateNotes: `${word} notes`, price: 7 },
    place: { type: 'Point', coordinates: [-100, 55] },
    files: [`upload:${location.split('/').at(-1) ?? ''}#${word}`],
  };
  const { b, erred } = await ask('create/Book', values, crypto.randomUUID());
  expect([erred, b]).toEqual([undefined, expect.anything()]);
  const book = b as unknown as { $id: ItemId; _u: number; files: ItemId[] };
  const changed = await ask('update', { $id: book.$id, _u: book._u, title: `${word} two` });
  expect([changed.erred, changed.b]).toEqual([undefined, expect.anything()]);
  const { services, ids } = world;
  await services.database.transaction((tx) =>
    services.items.insert(
      tx,
      'Loan',
      { book: book.$id, borrower: ids['member'] ?? '' },
      { at: new Date(), by: ids['admin'] ?? '', actor: undefined },
    ),
  );
  const file = await services.items.find(services.database, book.files[0] ?? '');
  const fileID = String(file?.properties['fileID']);
  expect(await services.files.imageVariant(fileID, 'small')).toBeDefined();
  return { word, id: book.$id, content, fileID };
};

const command = (id: string, ...more: string[]): string[] => [
  ...['--id', id, '--by', emailOf('admin'), '--why', 'the family asked'],
  ...more,
];

const expectNothingOf = async ({ word, id, content, fileID }: Made): Promise<void> => {
  expect(await tablesHolding(word)).toEqual([]);
  expect(await filesHolding(content)).toEqual([]);
  expect(await filesHolding(word)).toEqual([]);
  expect(await namesHolding(fileID)).toEqual([]);
  expect((await ask(`read/${id}`)).b).toMatchObject({ userMessage: 'notFound' });
};

it('[TRUST] leaves no word and no byte of a record in any table or file, but who, when and why', async () => {
  const book = await makeBook();
  const begun = (await ask('act/downloadAttachments/async', { ids: [book.id] })).b as { key: string };
  const isKept = async (): Promise<boolean> => (await namesHolding(begun.key)).length === 1;
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
  expect((await tablesHolding(book.word)).length).toBeGreaterThan(5);
  expect((await filesHolding(book.content)).length).toBeGreaterThan(0);

  expect(await erase(world.services, command(book.id))).toMatch(/^Nothing was erased\..* 1 Book,.*1 Loan/);
  expect((await ask(`read/${book.id}`)).b).toMatchObject({ title: `${book.word} two` });

  expect(await erase(world.services, command(book.id, '--yes'))).toContain(`${book.id} is erased`);
  await expectNothingOf(book);
  expect(await namesHolding(begun.key)).toEqual([]);
  const { database } = world.services;
  const number = Number(book.id.split('-')[1]);
  expect(await database.query('select id, root, at, by, why from erased where id = $1', [book.id])).toEqual([
    { id: book.id, root: book.id, at: expect.any(Date), by: world.ids['admin'], why: 'the family asked' },
  ]);
  expect(await database.query("select subject from read_audit where through = 'erase' and i = $1", [number])).toEqual([
    { subject: world.ids['admin'] },
  ]);
  await expect(erase(world.services, command(book.id, '--yes'))).rejects.toThrow(`${book.id} was erased at`);
});

it('[TRUST] erases what was deleted before, with its undo and the event that tells of it', async () => {
  const book = await makeBook();
  expect((await ask(`delete/${book.id}`, { _u: 2 })).erred).toBeUndefined();
  expect(await tablesHolding(book.word)).toContain('public.removed');
  await erase(world.services, command(book.id, '--yes'));
  await expectNothingOf(book);
});

it('[TRUST] interrupted, it has done nothing or is finished by the job of the next start', async () => {
  const book = await makeBook();
  const { services } = world;
  await services.database.query(`alter table erased add constraint halt check (why <> 'the family asked') not valid`);
  try {
    await expect(erase(services, command(book.id, '--yes'))).rejects.toThrow('halt');
  } finally {
    await services.database.query('alter table erased drop constraint halt');
  }
  expect((await ask(`read/${book.id}`)).b).toMatchObject({ title: `${book.word} two` });
  expect((await filesHolding(book.content)).length).toBeGreaterThan(0);

  await stopQueue();
  const remove = (): Promise<void> => Promise.reject(new Error('the power failed'));
  const broken = { ...services, files: { ...services.files, remove } };
  await expect(erase(broken, command(book.id, '--yes'))).rejects.toThrow('the power failed');
  expect(await tablesHolding(book.word)).toEqual([]);
  expect((await filesHolding(book.content)).length).toBeGreaterThan(0);
  await startQueue();
  await expect.poll(() => namesHolding(book.fileID), { timeout: 30_000 }).toEqual([]);
  await expectNothingOf(book);
});

it('[TRUST] keeps bytes that another record has too, and refuses what others need', async () => {
  const first = await makeBook();
  const { services, ids } = world;
  const stamp = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  const twin = { originalName: 'twin.png', fileID: first.fileID, size: 1, rel: ids['PUBLIC'] ?? '' };
  await services.database.transaction((tx) => services.items.insert(tx, 'Attachment', twin, stamp));
  await erase(services, command(first.id, '--yes'));
  expect((await namesHolding(first.fileID)).length).toBeGreaterThan(0);

  const shelf = ids['shelf'] ?? '';
  await expect(erase(services, command(shelf, '--yes'))).rejects.toThrow(`other records need ${shelf}`);
  await expect(erase(services, command('Book-9999', '--yes'))).rejects.toThrow('there is no record Book-9999');
  await expect(erase(services, command(ids['member'] ?? '', '--yes'))).rejects.toThrow('a person is not erased');
  await expect(erase(services, ['--id', shelf])).rejects.toThrow('it needs --id, --by and --why');
});
