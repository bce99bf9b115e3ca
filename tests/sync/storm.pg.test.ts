// Many writers at once, on two processes, on the same few items: they change, move, hide, grant, point at and remove what others
// point at. Every answer is one that a single writer could get, nothing breaks, and nothing points at what is gone.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';

const WRITERS = 16;
const WRITES = 15;
const SEED = Number(process.env['STORM_SEED'] ?? 20_261_121);
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

/** Source of the decisions of one writer. It is seeded, so that `STORM_SEED` repeats a storm. */
type Writer = SeededRandom;

const ask = async (by: Writer, o: string, b: Json = null): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify(b === null ? { o } : { o, b });
  const answer = await fetch(`${by.pick([world, other]).url}/api/item`, { method: 'POST', headers, body });
  return (await answer.json()) as Envelope;
};

const books = new Set<string>();
const some = (by: Writer): string => by.pick([...books]);
const shelf = (by: Writer): string => world.ids[by.pick(['shelf', 'other'])] ?? '';

const create = async (by: Writer, more: Readonly<Record<string, Json>> = {}): Promise<Envelope> => {
  const answer = await ask(by, 'create/Book', { title: 'one of many', shelf: shelf(by), ...more });
  if (answer.erred !== true) books.add((answer.b as { $id: string }).$id);
  return answer;
};

const update = async (by: Writer, changes: Readonly<Record<string, Json>>): Promise<Envelope> => {
  const $id = some(by);
  const { b } = await ask(by, `read/${$id}`);
  return await ask(by, 'update', { $id, _u: (b as { _u?: number })._u ?? 1, ...changes });
};

const remove = async (by: Writer): Promise<Envelope> => {
  const id = some(by);
  const { b } = await ask(by, `read/${id}`);
  const answer = await ask(by, `delete/${id}`, { _u: (b as { _u?: number })._u ?? 1 });
  if (answer.erred !== true) books.delete(id);
  return answer;
};

const grant = (by: Writer): Promise<Envelope> =>
  ask(by, 'act/applyGrants', {
    _t: 'Book',
    _i: Number(some(by).split('-')[1]),
    grants: [{ to: `user:${world.ids['stranger'] ?? ''}`, actions: by.pick([['read'], []]) }],
  });

const KINDS: readonly ((by: Writer) => Promise<Envelope>)[] = [
  (by) => update(by, { title: `title ${by.next()}` }),
  (by) => update(by, { sequels: [...new Set([some(by), some(by)])] }),
  (by) => update(by, { shelf: shelf(by), $access: by.pick(['PUBLIC', 'PRIVATE']) }),
  (by) => create(by, { sequels: [some(by)] }),
  (by) => ask(by, 'create/Loan', { book: some(by), borrower: world.ids['member'] ?? '' }),
  remove,
  grant,
];

it(
  `[ITEM-06] many writers of the same items get answers, and leave the items whole (seed ${SEED})`,
  { timeout: 120_000 },
  async () => {
    for (let count = 0; count < 10; count += 1) await create(seededRandom(SEED));
    const answers: string[] = [];
    const write = async (by: Writer): Promise<void> => {
      for (let count = 0; count < WRITES; count += 1) {
        const { erred, b } = await by.pick(KINDS)(by);
        answers.push(erred === true ? (b as { userMessage: string }).userMessage : 'done');
        if (books.size < 4) await create(by);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, at) => write(seededRandom(SEED + 1 + at))));
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
