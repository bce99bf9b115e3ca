// Many writers at once, on two processes, on the same few items: they change, move, hide, grant, point at and remove what others
// point at. Every answer is one that a single writer could get, nothing breaks, and nothing points at what is gone.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';

const WRITERS = 16;
const WRITES = 15;
const POSSIBLE = new Set(['done', 'notFound', 'conflict', 'invalid']);

let world: World;
let other: TestServer;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
  token = await signIn(world.url, 'admin');
});
afterAll(() => world.stop());

const random = (most: number): number => Math.floor(Math.random() * most);
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const ask = async (o: string, b: Json = null): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify(b === null ? { o } : { o, b });
  const answer = await fetch(`${oneOf([world, other]).url}/api/item`, { method: 'POST', headers, body });
  return (await answer.json()) as Envelope;
};

const books = new Set<string>();
const some = (): string => oneOf([...books]);
const shelf = (): string => world.ids[oneOf(['shelf', 'other'])] ?? '';

const create = async (more: Readonly<Record<string, Json>> = {}): Promise<Envelope> => {
  const answer = await ask('create/Book', { title: 'one of many', shelf: shelf(), ...more });
  if (answer.erred !== true) books.add((answer.b as { $id: string }).$id);
  return answer;
};

const update = async (changes: Readonly<Record<string, Json>>): Promise<Envelope> => {
  const $id = some();
  const { b } = await ask(`read/${$id}`);
  return await ask('update', { $id, _u: (b as { _u?: number })._u ?? 1, ...changes });
};

const remove = async (): Promise<Envelope> => {
  const id = some();
  const { b } = await ask(`read/${id}`);
  const answer = await ask(`delete/${id}`, { _u: (b as { _u?: number })._u ?? 1 });
  if (answer.erred !== true) books.delete(id);
  return answer;
};

const grant = (): Promise<Envelope> =>
  ask('act/applyGrants', {
    _t: 'Book',
    _i: Number(some().split('-')[1]),
    grants: [{ to: `user:${world.ids['stranger'] ?? ''}`, actions: oneOf([['read'], []]) }],
  });

const KINDS: readonly (() => Promise<Envelope>)[] = [
  () => update({ title: `title ${Math.random()}` }),
  () => update({ sequels: [...new Set([some(), some()])] }),
  () => update({ shelf: shelf(), $access: oneOf(['PUBLIC', 'PRIVATE']) }),
  () => create({ sequels: [some()] }),
  () => ask('create/Loan', { book: some(), borrower: world.ids['member'] ?? '' }),
  remove,
  grant,
];

it(
  '[ITEM-06] many writers of the same items get answers, and leave the items whole',
  { timeout: 120_000 },
  async () => {
    for (let count = 0; count < 10; count += 1) await create();
    const answers: string[] = [];
    const writer = async (): Promise<void> => {
      for (let count = 0; count < WRITES; count += 1) {
        const { erred, b } = await oneOf(KINDS)();
        answers.push(erred === true ? (b as { userMessage: string }).userMessage : 'done');
        if (books.size < 4) await create();
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    expect(answers.filter((each) => !POSSIBLE.has(each))).toEqual([]);
    expect(answers.filter((each) => each === 'done').length).toBeGreaterThan(answers.length / 3);
    expect(world.log.filter((line) => line.includes('unexpected failure'))).toEqual([]);
    const loose = await world.services.database.query(
      `select i, held from (
       select i, jsonb_array_elements_text(body->'sequels') as held from item_102 union all select i, body->>'book' from item_103
     ) pointing where not exists (select from item_102 x where 'Book-' || x.i = held)`,
    );
    expect(loose).toEqual([]);
  },
);
