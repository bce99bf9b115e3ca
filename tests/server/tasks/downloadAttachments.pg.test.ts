// The attachments of many items as one zip, over the socket and HTTP: its names, the rights of each moment, stop, kill -9.

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { readZip, type ZipEntry } from 'tests/server/harness/readZip.ts';
import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { useTaskWorld } from 'tests/server/tasks/useTaskWorld.ts';

type Body = Record<string, Json>;

const tasks = useTaskWorld({
  limits: { zipFiles: 200, zipBytes: 2_000_000, zipsPerUser: 2, zipBytesPerUser: 3_000_000 },
});
const { startQueue, stopQueue, change, over, fetchResult } = tasks;
let world: World;
let keeper: TestSocket;
beforeAll(() => {
  ({ world, keeper } = tasks);
});
const by = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

interface File {
  readonly name: string;
  readonly content?: Buffer;
  readonly type?: string;
  readonly trashed?: boolean;
}
const makeBook = async (title: string, files: readonly File[], more: Body = {}): Promise<ItemId> => {
  const { services, ids } = world;
  const insert = (type: string, values: Body): Promise<ItemId> =>
    services.database.transaction(async (tx) => (await services.items.insert(tx, type, values, by())).id);
  const book = await insert('Book', { title, shelf: ids['shelf'] ?? '', $access: 'COMMUNITY', ...more });
  const attached: ItemId[] = [];
  for (const { name, content = Buffer.from(`bytes of ${name}`), type = 'text/plain', trashed = false } of files) {
    const { fileID, size } = await services.files.put(content);
    const values = { originalName: name, fileID, size, filetype: type, rel: book, ...(trashed && { trashed }) };
    attached.push(await insert('Attachment', values));
  }
  await change(book, { files: attached });
  return book;
};

const begin = (input: Body): Promise<string> => tasks.begin('downloadAttachments', input);
const entriesOf = async (key: string): Promise<ZipEntry[]> =>
  readZip(Buffer.from(await (await fetchResult(key)).arrayBuffer()));
const contentsOf = (entries: readonly ZipEntry[]): string => entries.at(-1)?.content.toString('utf8') ?? '';
const results = (key: string): Promise<string[]> =>
  readdir(join(world.dataDir, 'files', 'results')).then((names) => names.filter((name) => name.startsWith(key)));
const forget = async (key: string): Promise<void> => {
  expect((await keeper.ask(`activeTask/${key}/dismiss`)).b).toEqual({});
};

it('[FILE-02] a zip of the files of a search has names that are safe everywhere, a folder for each item and a list', async () => {
  const jpeg = Buffer.alloc(5_000, 7);
  const odd = await makeBook('Birchbark: how? ᐊᓂᔑᓈᐯ', [
    { name: 'ᓄᓇᕗᑦ.jpg', content: jpeg, type: 'image/jpeg' },
    { name: 'notes.txt', content: Buffer.alloc(5_000, 65) },
    { name: 'Notes.TXT' },
    { name: '../../etc/passwd' },
    { name: 'con.txt' },
    { name: `${'ᐊ'.repeat(200)}.wav` },
    { name: 'end. . ' },
    { name: 'thrown away.txt', trashed: true },
  ]);
  const twin = await makeBook('Birchbark: how? ᐊᓂᔑᓈᐯ', [{ name: '=1+1.csv' }]);
  await makeBook('Birchbark without files', []);
  const large = await makeBook('Birchbark CONTENTS.csv', [{ name: 'film', content: Buffer.alloc(2_000_001) }]);
  await makeBook('Birchbark hidden', [{ name: 'hidden.txt' }], { $access: 'PRIVATE', shelf: world.ids['other'] ?? '' });
  await startQueue();
  const key = await begin({
    query: { must: { _t: ['Book'], text: ['Birchbark'] }, sort: [{ key: 'created', order: 'asc' }] },
  });
  expect(await over(key)).toMatchObject({
    ...{ state: 'DONE', resultURI: `/task-result/${key}`, done: 4, total: 4 },
    counts: { changed: 8, unchanged: 0, refused: 1 },
  });
  const answer = await fetchResult(key);
  expect(answer.headers.get('content-disposition')).toContain('library-attachments.zip');
  const entries = readZip(Buffer.from(await answer.arrayBuffer()));
  const names = entries.map(({ name }) => name);
  const [folder, other] = ['Birchbark_ how_ ᐊᓂᔑᓈᐯ', 'Birchbark_ how_ ᐊᓂᔑᓈᐯ (2)'];
  expect(new Set(names)).toEqual(
    new Set([
      `${folder}/ᓄᓇᕗᑦ.jpg`,
      `${folder}/notes.txt`,
      `${folder}/Notes (2).TXT`,
      `${folder}/__._etc_passwd`,
      `${folder}/_con.txt`,
      `${folder}/${'ᐊ'.repeat(83)}.wav`,
      `${folder}/end`,
      `${other}/=1+1.csv`,
      'contents.csv',
    ]),
  );
  expect(names.at(-1)).toBe('contents.csv');
  for (const name of names.flatMap((each) => each.split('/'))) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  const storedOf = (ending: string) => entries.find(({ name }) => name.endsWith(ending));
  expect(storedOf('.jpg')).toMatchObject({ stored: true, content: jpeg });
  expect(storedOf('/notes.txt')).toMatchObject({ stored: false, content: Buffer.alloc(5_000, 65) });
  const contents = contentsOf(entries);
  expect(contents).toContain(`${odd},Birchbark_ how_ ᐊᓂᔑᓈᐯ`);
  expect(contents).toContain(`'=1+1.csv`);
  expect(contents).toContain(twin);
  expect(contents).toContain(`${large},Birchbark CONTENTS.csv,film,2000001,the download would be larger`);
  expect(contents).not.toMatch(/hidden|thrown/);
  await forget(key);
  await expect.poll(() => results(key)).toEqual([]);
});

it('[FILE-02] a zip of attachments chosen by themselves has the name and the folders of the items they belong to', async () => {
  const one = await makeBook('Tamarack one', [{ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' }]);
  const two = await makeBook('Tamarack two', [{ name: 'a.txt' }]);
  const filesOf = async (id: ItemId): Promise<ItemId[]> =>
    ((await keeper.ask(`read/${id}`)).b as Body)['files'] as ItemId[];
  const [first = '', second = ''] = await filesOf(one);
  await startQueue();
  const key = await begin({ ids: [first, ...(await filesOf(two)), second] });
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 3, refused: 0 } });
  const answer = await fetchResult(key);
  expect(answer.headers.get('content-disposition')).toContain('library-attachments.zip');
  const entries = readZip(Buffer.from(await answer.arrayBuffer()));
  expect(entries.map(({ name }) => name)).toEqual([
    'Tamarack one/a.txt',
    'Tamarack two/a.txt',
    'Tamarack one/b.txt',
    'contents.csv',
  ]);
  expect(contentsOf(entries)).toContain(`${one},Tamarack one,b.txt`);
  await forget(key);
});

it('[PERM-01] items that may no longer be read when their turn comes count as missing', async () => {
  const first = await makeBook('Sweetgrass one', [{ name: 'first.txt' }]);
  const lost = await makeBook('Sweetgrass two', [{ name: 'lost.txt' }]);
  const never = 'Book-999999';
  const malformed = 'no/id at all';
  await stopQueue();
  await world.services.database.query(
    `insert into locale_override (language, key, text) values ('fr', 'attachmentsZip.leftOut', 'Laissé de côté parce que')`,
  );
  const key = await begin({ ids: [first, lost, never, malformed], language: 'fr' });
  await change(lost, { $access: 'PRIVATE', shelf: world.ids['other'] ?? '' });
  await startQueue();
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 1, refused: 3 } });
  const entries = await entriesOf(key);
  expect(entries.map(({ name }) => name)).toEqual(['Sweetgrass one/first.txt', 'contents.csv']);
  const lines = contentsOf(entries).split('\r\n');
  expect(lines[0]).toContain('Laissé de côté parce que');
  expect(lines[2]?.replace(lost, 'ID')).toBe(lines[3]?.replace(never, 'ID'));
  expect(lines[4]?.replace(malformed, 'ID')).toBe(lines[3]?.replace(never, 'ID'));
  const stranger = { authorization: `Bearer ${await signIn(world.url, 'stranger')}` };
  expect((await fetch(`${world.url}/task-result/${key}`, { headers: stranger })).status).toBe(404);
  await forget(key);
});

it('[PERM-01] is kept from a person who has lost a right since by which it was made', async () => {
  const secret = await makeBook('Sweetgrass secret', [{ name: 'secret.txt' }], { $access: 'PRIVATE' });
  const key = await begin({ ids: [secret] });
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 1, refused: 0 } });
  const user = world.ids['keeper'] ?? '';
  const { memberships = [] } = (await world.services.items.find(world.services.database, user))?.properties ?? {};
  const [membership] = memberships as readonly Body[];
  const status = async (): Promise<number> => {
    const answer = await fetchResult(key);
    await answer.arrayBuffer();
    return answer.status;
  };
  await change(user, { memberships: [{ ...membership, reads: 'PROTECTED' }] });
  expect(await status()).toBe(404);
  await change(user, { memberships: [{ ...membership, to: new Date().toISOString() }] });
  expect(await status()).toBe(404);
  await change(user, {
    memberships: [...(membership ? [membership] : []), { owner: world.ids['other'] ?? '', reads: 'COMMUNITY' }],
  });
  expect(await status()).toBe(200);
  await change(user, { memberships });
  await forget(key);
});

it('[PERM-01] is kept from its person while an item in it is hidden from them, or gone', async () => {
  const [one, two] = [
    await makeBook('Cedar one', [{ name: 'one.txt' }]),
    await makeBook('Cedar two', [{ name: 'two.txt' }]),
  ];
  const key = await begin({ ids: [one, two] });
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 2 } });
  expect((await fetchResult(key)).status).toBe(200);
  const own = { $access: 'COMMUNITY', shelf: world.ids['shelf'] ?? '' };
  await change(two, { $access: 'PRIVATE', shelf: world.ids['other'] ?? '' });
  expect((await fetchResult(key)).status).toBe(404);
  await change(two, own);
  expect((await fetchResult(key)).status).toBe(200);
  await forget(key);
});

it('[PERM-01] is kept from an administrator too once an item or a file of it is gone', async () => {
  const [book, other] = [
    await makeBook('Birch one', [{ name: 'one.txt' }]),
    await makeBook('Birch two', [{ name: 'two.txt' }]),
  ];
  const headers = { authorization: `Bearer ${await signIn(world.url, 'admin')}` };
  const ask = async (o: string, b: Json): Promise<Body> => {
    const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
    return ((await answer.json()) as { b: Body }).b;
  };
  const key = String((await ask('act/downloadAttachments/async', { ids: [book, other] }))['key']);
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 2 } });
  const status = async (): Promise<number> => {
    const answer = await fetch(`${world.url}/task-result/${key}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await status()).toBe(200);
  const { items, database } = world.services;
  const { files = [] } = (await items.find(database, other))?.properties ?? {};
  const [file = ''] = files as readonly string[];
  await change(file, { trashed: true });
  expect(await status()).toBe(404);
  await change(file, { trashed: null });
  expect(await status()).toBe(200);
  await ask(`delete/${book}`, { _u: (await items.find(database, book))?.u ?? 0 });
  expect(await status()).toBe(404);
});

it('[FILE-02] all kept downloads of a person together are no larger than the site allows', async () => {
  const big = await makeBook('Maple one', [
    { name: 'big.jpg', content: Buffer.alloc(1_900_000, 1), type: 'image/jpeg' },
  ]);
  const more = await makeBook('Maple two', [
    { name: 'more.jpg', content: Buffer.alloc(1_500_000, 2), type: 'image/jpeg' },
  ]);
  const first = await begin({ ids: [big] });
  await over(first);
  const second = await begin({ ids: [more] });
  expect(await over(second)).toMatchObject({ state: 'DONE', counts: { changed: 0, refused: 1 } });
  expect(contentsOf(await entriesOf(second))).toContain('your stored downloads leave too little space');
  await forget(second);
  await forget(first);
  const third = await begin({ ids: [more] });
  expect(await over(third)).toMatchObject({ counts: { changed: 1, refused: 0 } });
  await forget(third);
});

/** More files than the task has done when a person asks. */
const makeMany = (): Promise<ItemId> =>
  makeBook(
    'Many',
    Array.from({ length: 199 }, (_, n) => ({ name: `${n}.txt`, content: Buffer.alloc(9_000, n) })),
  );
const isUnderWay = async (key: string): Promise<boolean> => (await results(key)).some((name) => name.includes('.'));

it('[TASK-01] stopped or taken the rights in the middle, nothing of the file is left', async () => {
  const many = await makeMany();
  const stopped = await begin({ ids: [many] });
  await expect.poll(() => isUnderWay(stopped), { interval: 5 }).toBe(true);
  await keeper.ask(`act/downloadAttachments/asyncCancel/${stopped}`);
  expect(await over(stopped)).toMatchObject({ state: 'STOPPED' });
  expect([(await fetchResult(stopped)).status, await results(stopped)]).toEqual([404, []]);
  await forget(stopped);
  const lost = await begin({ ids: [many] });
  await expect.poll(() => isUnderWay(lost), { interval: 5 }).toBe(true);
  await change(many, { $access: 'PRIVATE', shelf: world.ids['other'] ?? '' });
  const { counts } = await over(lost);
  expect(counts?.changed).toBeLessThan(199);
  // The files added before belong to a person who may not read them now.
  expect((await fetchResult(lost)).status).toBe(counts?.changed === 0 ? 200 : 404);
  await forget(lost);
});

it('[TASK-01] its process killed in the middle, another makes the whole file, and no part of the first is left', async () => {
  const many = await makeMany();
  const child = await tasks.startProcess();
  const key = await begin({ ids: [many] });
  await expect.poll(() => isUnderWay(key), { interval: 5, timeout: 30_000 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await results(key)).length).toBe(1);
  await startQueue();
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 199, refused: 0 } });
  expect(await results(key)).toEqual([key]);
  expect((await entriesOf(key)).length).toBe(200);
  await begin({ ids: [many] });
  const refused = await keeper.ask('act/downloadAttachments/async', { ids: [many] });
  expect(refused.b).toMatchObject({ userMessage: 'tooManyKept' });
});
