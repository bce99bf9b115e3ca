// `erase` on a real world next to a running server. Afterwards, no table and no file contains a word or a byte of the record.

import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { erase } from 'src/server/cli/erase.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { holdFile } from 'src/server/store/fileNames.ts';
import { filesHolding, namesHolding, tablesHolding } from 'tests/server/harness/traces.ts';
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

type Body = Readonly<Record<string, Json>>;

const ask = async (o: string, b: Json = null, key?: string, url = world.url): Promise<Envelope> => {
  const body = JSON.stringify({ o, b, ...(key === undefined ? {} : { key }) });
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${url}/api/item`, { method: 'POST', body, headers })).json()) as Envelope;
};

const tables = (text: string): Promise<string[]> => tablesHolding(world.services.database, text);
const files = (content: Buffer | string): Promise<string[]> => filesHolding(world.dataDir, content);
const names = (text: string): Promise<string[]> => namesHolding(world.dataDir, text);

interface Made {
  /** The word occurs in every text of the record. */
  readonly word: string;
  readonly id: ItemId;
  readonly content: Buffer;
  readonly fileID: string;
}

let made = 0;
/** The record has a value of every kind, an upload, a smaller copy, a loan, a star, a grant, an edit and a keyed answer. */
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
  expect(await services.files.imageVariant(fileID, { kind: 'small', person: 'one' })).toBeDefined();
  return { word, id: book.$id, content, fileID };
};

const command = (id: string, ...more: string[]): string[] => [
  ...['--id', id, '--by', emailOf('admin'), '--why', 'the family asked'],
  ...more,
];

const expectNothingOf = async ({ word, id, content, fileID }: Made): Promise<void> => {
  expect(await tables(word)).toEqual([]);
  expect(await files(content)).toEqual([]);
  expect(await files(word)).toEqual([]);
  expect(await names(fileID)).toEqual([]);
  expect((await ask(`read/${id}`)).b).toMatchObject({ userMessage: 'notFound' });
};

it('[TRUST] leaves no word and no byte of a record in any table or file, but who, when and why', async () => {
  const book = await makeBook();
  const begun = (await ask('act/downloadAttachments/async', { ids: [book.id] })).b as { key: string };
  const isKept = async (): Promise<boolean> => (await names(begun.key)).length === 1;
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
  expect((await tables(book.word)).length).toBeGreaterThan(5);
  expect((await files(book.content)).length).toBeGreaterThan(0);

  expect(await erase(world.services, command(book.id))).toMatch(/^Nothing was erased\..* 1 Book,.*1 Loan/);
  expect((await ask(`read/${book.id}`)).b).toMatchObject({ title: `${book.word} two` });

  expect(await erase(world.services, command(book.id, '--yes'))).toContain(`${book.id} is erased`);
  await expectNothingOf(book);
  expect(await names(begun.key)).toEqual([]);
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
  expect(await tables(book.word)).toContain('public.removed');
  await erase(world.services, command(book.id, '--yes'));
  await expectNothingOf(book);
});

/** Starts the command in its own process, which is ready and waits for a message. */
const startCommand = async (id: string): Promise<ChildProcess> => {
  const script = fileURLToPath(new URL('./eraseRecord.ts', import.meta.url));
  const args = [JSON.stringify(world.connection), world.dataDir, ...command(id, '--yes')];
  const child = fork(script, args, { execArgv: ['--import', 'tsx'], silent: true });
  await once(child, 'message');
  return child;
};
const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};
/** Time for two commands to start and to be killed. On a busy machine, each of them needs half a minute to load the server. */
const TWO_PROCESSES_MS = 240_000;
/** Connections of this database that wait for an advisory lock. */
const waiting = async (holder?: Transaction): Promise<number> => {
  const { database } = world.services;
  // Otherwise PostgreSQL would end the idle transaction that holds the lock.
  await holder?.query('select 1');
  const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
  return (await database.query(text)).length;
};
it('[TRUST] [SRCH-01] a server that runs on finds what is saved with a word of the erased record', async () => {
  const word = `zhiib${randomBytes(6).toString('hex')}`;
  const value = `$other:${word}`;
  const add = async (): Promise<ItemId> => {
    const values = { title: 'Named by its genre', shelf: world.ids['shelf'] ?? '', genres: [value] };
    return ((await ask('create/Book', values, crypto.randomUUID())).b as unknown as { $id: ItemId }).$id;
  };
  const found = async (url = world.url): Promise<Json> => {
    const query = { must: { genres: [value] }, facets: ['genres'] };
    const { ids, facets } = (await ask('search/ids', query, undefined, url)).b as Body;
    return { ids: ids ?? null, words: JSON.stringify(facets).includes(word) };
  };
  const first = await add();
  expect(await found()).toEqual({ ids: [first], words: true });
  await erase(world.services, ['--id', first, '--by', emailOf('admin'), '--why', 'asked for', '--yes']);
  // The notification of the erasure has arrived when a later one has.
  const { database } = world.services;
  await new Promise<void>((resolve, reject) => {
    database.listen('after-erasure', resolve).then(() => database.notify('after-erasure'), reject);
  });
  const second = await add();
  expect(await found()).toEqual({ ids: [second], words: true });
  // Also a server that starts later.
  const later = await world.second();
  expect(await found(later.url)).toEqual({ ids: [second], words: true });
  await later.stop();
});

const HALT = 7_204_116;

it(
  '[TRUST] killed before its rows are gone it has done nothing, killed before the bytes are it is finished by the next start',
  { timeout: TWO_PROCESSES_MS },
  async () => {
    const book = await makeBook();
    const [first, second] = await Promise.all([startCommand(book.id), startCommand(book.id)]);
    const { database } = world.services;
    await database.query(
      `create function halt() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(${HALT}); return new; end'`,
    );
    await database.query('create trigger halt before insert on erased for each row execute function halt()');
    try {
      await database.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock($1)', [HALT]);
        first.send('go');
        await expect.poll(() => waiting(tx), { timeout: 60_000 }).toBe(1);
        await kill(first);
      });
      // All statements on the database have ended.
      await expect.poll(() => waiting(), { timeout: 30_000 }).toBe(0);
    } finally {
      await database.query('drop trigger halt on erased');
    }
    expect(await database.query('select 1 from erased where id = $1', [book.id])).toEqual([]);
    expect((await ask(`read/${book.id}`)).b).toMatchObject({ title: `${book.word} two` });
    expect((await ask(`history/${book.id}`, {})).erred).toBeUndefined();
    expect((await files(book.content)).length).toBeGreaterThan(0);

    await stopQueue();
    await database.transaction(async (tx) => {
      await holdFile(tx, book.fileID);
      second.send('go');
      await expect.poll(() => waiting(tx), { timeout: 60_000 }).toBe(1);
      await kill(second);
    });
    expect(await tables(book.word)).toEqual([]);
    expect((await files(book.content)).length).toBeGreaterThan(0);
    await startQueue();
    await expect.poll(() => names(book.fileID), { timeout: 30_000 }).toEqual([]);
    await expectNothingOf(book);
    await expect(erase(world.services, command(book.id, '--yes'))).rejects.toThrow(`${book.id} was erased at`);
  },
);

it('[TRUST] keeps bytes that another record has too, and refuses what others need', async () => {
  const first = await makeBook();
  const { services, ids } = world;
  const stamp = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  const twin = { originalName: 'twin.png', fileID: first.fileID, size: 1, rel: ids['PUBLIC'] ?? '' };
  await services.database.transaction((tx) => services.items.insert(tx, 'Attachment', twin, stamp));
  await erase(services, command(first.id, '--yes'));
  expect((await names(first.fileID)).length).toBeGreaterThan(0);

  const shelf = ids['shelf'] ?? '';
  await expect(erase(services, command(shelf, '--yes'))).rejects.toThrow(`other records need ${shelf}`);
  await expect(erase(services, command('Book-9999', '--yes'))).rejects.toThrow('there is no record Book-9999');
  await expect(erase(services, command(ids['member'] ?? '', '--yes'))).rejects.toThrow('a person is not erased');
  await expect(erase(services, ['--id', shelf])).rejects.toThrow('it needs --id, --by and --why');
});
