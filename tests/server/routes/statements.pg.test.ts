// The SQL statements for which the most frequent requests wait. Each one costs a round trip, so no feature adds one unnoticed.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { parseFrame } from 'src/server/transport/parseFrame.ts';
import type { Caller } from 'src/server/http/caller.ts';
import { recordStatements } from 'tests/server/harness/idleTransactions.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

const ADVICE = `The request waits for another number of SQL statements than before. Fewer: write the new number here. More: find the added
statement below. Take it out of the request (read it together with another one, keep it in memory, or do it after the commit or in a job). If
the answer cannot do without it, write the new number here and give the reason in the commit.`;

let world: World;
let caller: Caller;
beforeAll(async () => {
  world = await openWorld();
  const session = await world.services.sessions.verify(await signIn(world.url, 'keeper'));
  caller = { address: 'here', session, receiver: undefined, connection: undefined };
});
afterAll(() => world.stop());

const idOf = (name: string): string => world.ids[name] ?? '';
const ask = async (o: string, b: Json, key?: string): Promise<Json> => {
  const text = JSON.stringify({ o, b, key });
  const { envelope } = await world.server.dispatch(caller, parseFrame(text, Date.now()));
  if (envelope.erred === true) throw new Error(JSON.stringify(envelope.b));
  return envelope.b as Json;
};

const versionOf = async (id: string): Promise<number> => ((await ask(`read/${id}`, null)) as { _u: number })._u;
const save = async (name: string): Promise<() => Promise<Json>> => {
  const $id = idOf(name);
  const _u = await versionOf($id);
  return () => ask('update', { $id, _u, title: `Saved ${_u + 1}` }, crypto.randomUUID());
};
const create = (): Promise<Json> =>
  ask('create/Book', { title: 'New book', shelf: idOf('shelf'), state: 'DRAFT' }, crypto.randomUUID());
const books = (): Json => ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'].map(idOf);

/** Prepares one request; the second one of its kind is counted, when caches are filled. */
const REQUESTS: Readonly<Record<string, () => Promise<() => Promise<Json>>>> = {
  'a save of one property': () => save('PUBLIC'),
  'a create': () => Promise.resolve(create),
  'a read': () => Promise.resolve(() => ask(`read/${idOf('PRIVATE')}`, null)),
  'a list of four items with the labels of their relations': () =>
    Promise.resolve(() => ask('readMany/object', books())),
  'a search by a filter': () => Promise.resolve(() => ask('search/ids', { must: { _t: ['Book'] }, labels: true })),
  'a search for a word': () => Promise.resolve(() => ask('search/ids', { must: { _t: ['Book'], text: ['canary'] } })),
  'a suggestion': () => Promise.resolve(() => ask('suggest', { text: 'cana', types: ['Book'] })),
};

it.each([
  ['a save of one property', 8],
  ['a create', 8],
  ['a read', 1],
  ['a list of four items with the labels of their relations', 3],
  ['a search by a filter', 1],
  ['a search for a word', 1],
  ['a suggestion', 2],
])('[ERR-01] %s waits for %i statements', async (name, expected) => {
  const prepare = REQUESTS[name];
  if (!prepare) throw new Error(`There is no request for ${name}`);
  await (
    await prepare()
  )();
  const request = await prepare();
  // The limiter takes tokens for up to a second at once, so its statement is not part of every request.
  const statements = (await recordStatements(request)).filter((text) => !text.includes('rate_limit'));
  const listed = statements.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 160)).join('\n');
  expect(statements.length, `${ADVICE}\n\n${listed}\n`).toBe(expected);
});
