// An administrator acts as another person while records come in and go out: who is the author, who reads the file, and what happens when the
// masquerade or the right behind it ends in the middle.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses } from 'tests/product/productProcess.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';
const ADMINISTRATOR = 'administrator';
/** Name under which the helpers of a test ask with the token of the masquerade. */
const ACTING = 'acting';
const ROWS = 3_000;
const WITHIN = 120_000;

let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const processes = productProcesses(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(async () => {
  processes.stop();
  await world.stop();
});

interface Masquerade {
  readonly imports: ReturnType<typeof importsOf>;
  ask(operation: string, body?: Json): Promise<Answer>;
  /** Begins an export of the entries. */
  exporting(query: Body): Promise<Response>;
  stop(): Promise<void>;
}

const askWith =
  (token: string): Masquerade['ask'] =>
  async (o, b) => {
    const body = JSON.stringify({ o, ...(b !== undefined && { b }) });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body });
    const reply = (await answer.json()) as { readonly erred?: boolean; readonly b: Json };
    return reply.erred === true ? { refused: JSON.stringify(reply.b) } : { ok: reply.b };
  };

/** Each masquerade starts from a session of its own, because its end replaces the token of that session. */
const actAs = async (person: string): Promise<Masquerade> => {
  const administrator = world.idOf(ADMINISTRATOR);
  const own = await world.services.sessions.begin(administrator, { second: false });
  const target = { ...targetOf(administrator), targetUserID: world.idOf(person) };
  const token = String(okOf(await askWith(own)('act/masquerade', target))['newToken']);
  const headers = { authorization: `Bearer ${token}` };
  const ask = askWith(token);
  const acting: ProductWorld = {
    ...world,
    tokenOf: (actor) => (actor === ACTING ? token : world.tokenOf(actor)),
    ask: (actor, operation, body) => (actor === ACTING ? ask(operation, body) : world.ask(actor, operation, body)),
  };
  return {
    imports: importsOf(() => acting),
    ask,
    exporting: (query) =>
      fetch(`${world.url}/api/export`, { method: 'POST', headers, body: JSON.stringify({ format: 'csv', query }) }),
    stop: async () => void (await ask('act/masquerade', { ...targetOf(world.idOf(person)), stop: true })),
  };
};

const table = (mark: string, rows: number): { readonly content: string } => ({
  content: ['Title,Call number', ...Array.from({ length: rows }, (_, at) => `${mark} ${at},${mark}-${at}`)].join('\n'),
});
const OPTIONS = () => ({ kind: 'ARC_CSV', owner: world.own });

/** Authors of all versions of the item, as an administrator sees them. */
const authorsOf = async (id: ItemId): Promise<string[]> => {
  const { events } = okOf(await world.ask(ADMINISTRATOR, `history/${id}`, {})) as { readonly events?: readonly Body[] };
  return [...new Set((events ?? []).map(({ by, asUser }) => `${String(by)} as ${String(asUser)}`))];
};
const both = (person: string): string => `${world.idOf(ADMINISTRATOR)} as ${world.idOf(person)}`;

const countOf = async (via: ItemId): Promise<unknown> =>
  okOf(await world.ask(KEEPER, 'search/ids', { must: { _t: ['ArchiveEntry'], addedVia: [via] }, max: 1 }))['total'];

it('[MASQ-01] [ARCH-02] an import in a masquerade is the person’s, names the administrator in each version, and its file is read as the person’s own', async () => {
  const acting = await actAs(KEEPER);
  const { outcome } = await acting.imports.import(ACTING, table('Acted', 3), OPTIONS());
  expect(outcome.counts).toMatchObject({ created: 3 });
  const via = String(outcome.import);
  const entries = okOf(await world.ask(KEEPER, 'search/ids', { must: { addedVia: [via] } }))['ids'] as ItemId[];
  for (const id of [via, ...entries])
    expect({ id, authors: await authorsOf(id) }).toEqual({ id, authors: [both(KEEPER)] });
  expect((await read(KEEPER, via))['createdBy']).toBe(world.idOf(KEEPER));
  const [file] = (await read(KEEPER, via))['file'] as readonly ItemId[];
  const statusFor = async (actor: string): Promise<number> => (await world.get(actor, `/attachment/${file}`)).status;
  for (const actor of ['member', 'stranger', 'protected reader']) expect(await statusFor(actor)).toBe(404);
  for (const actor of [KEEPER, ADMINISTRATOR]) expect(await statusFor(actor)).toBe(200);
  await acting.stop();
});

it('[MASQ-01] [PERM-01] an import and an export in a masquerade have the rights of the person, not those of the administrator', async () => {
  const hidden = await world.newItem({ type: 'ArchiveEntry', level: 'PRIVATE', mark: 'x', more: { title: 'Quiet' } });
  const acting = await actAs('member');
  expect(await acting.ask('act/makePackage/async', {})).toMatchObject({
    refused: expect.stringContaining('notAllowed'),
  });
  const columns = [
    { column: 0, to: '$id' },
    { column: 1, to: 'title' },
  ];
  const named = { content: `$id,Title\n${hidden},Taken\n` };
  const { outcome } = await acting.imports.import(ACTING, named, { ...OPTIONS(), columns });
  expect(outcome.counts).toMatchObject({ changed: 0, refused: 1 });
  expect(await (await acting.exporting({ must: { _t: ['ArchiveEntry'], text: ['Quiet'] } })).text()).not.toContain(
    'Quiet',
  );
  expect((await read(ADMINISTRATOR, hidden))['title']).toBe('Quiet');
  await acting.stop();
});

it(
  '[MASQ-01] [ARCH-02] an import stops with its masquerade after the batch in progress, says so, and the person takes it back',
  { timeout: WITHIN },
  async () => {
    const acting = await actAs(KEEPER);
    const key = await acting.imports.start(
      ACTING,
      'runImport',
      await acting.imports.request(ACTING, table('Stopped', ROWS), OPTIONS()),
    );
    const server = await processes.start();
    const createdRows = async (): Promise<number> => (await imports.outcomeOf(KEEPER, key)).counts.created;
    await expect.poll(createdRows, { timeout: WITHIN / 2, interval: 20 }).toBeGreaterThan(0);
    await acting.stop();
    const taskNow = (): Promise<Body> => imports.taskOf(KEEPER, key);
    await expect
      .poll(taskNow, { timeout: WITHIN / 4 })
      .toMatchObject({ state: 'STOPPED', errorKey: 'tasks.actingOver' });
    const created = await createdRows();
    expect(created).toBeLessThan(ROWS);
    const via = String((await imports.outcomeOf(KEEPER, key)).import);
    expect(await read(KEEPER, via)).toMatchObject({ state: 'STOPPED', added: created });
    await expect.poll(() => countOf(via), { timeout: WITHIN / 8 }).toBe(created);
    const undo = await imports.start(KEEPER, 'undoImport', targetOf(via));
    await expect.poll(async () => (await read(KEEPER, via))['state'], { timeout: WITHIN / 4 }).toBe('UNDONE');
    expect((await imports.outcomeOf(KEEPER, undo)).kept).toEqual([]);
    await expect.poll(() => countOf(via), { timeout: WITHIN / 8 }).toBe(0);
    await server.kill();
  },
);

it('[MASQ-01] saves that race with the end of a masquerade name both people, and none is accepted after the end', async () => {
  const acting = await actAs(KEEPER);
  const saves = Array.from({ length: 40 }, (_, at) =>
    acting.ask('create/ArchiveEntry', { title: `Raced ${at}`, owner: world.own }),
  );
  await saves[0];
  await acting.stop();
  expect(await acting.ask('create/ArchiveEntry', { title: 'Late', owner: world.own })).toMatchObject({
    refused: expect.stringContaining('notSignedIn'),
  });
  const made = (await Promise.all(saves)).flatMap((answer) => ('ok' in answer ? [String(okOf(answer)['$id'])] : []));
  expect(made.length).toBeGreaterThan(0);
  for (const id of made) expect({ id, authors: await authorsOf(id) }).toEqual({ id, authors: [both(KEEPER)] });
  const found = okOf(
    await world.ask(KEEPER, 'search/ids', { must: { _t: ['ArchiveEntry'], text: ['Raced'] }, max: 100 }),
  );
  expect([...(found['ids'] as ItemId[])].sort()).toEqual([...made].sort());
});

it(
  '[MASQ-01] [PERM-01] an administrator who loses the right in the middle acts no longer, and the export is cut off',
  { timeout: WITHIN },
  async () => {
    const long = 'tide '.repeat(3_000);
    await world.add(
      Array.from({ length: 1_500 }, (_, at) => ({
        ...{ type: 'ArchiveEntry', level: 'PUBLIC' as const, mark: `long ${at}` },
        more: { title: `Long ${at}`, description: long },
      })),
    );
    const acting = await actAs(KEEPER);
    const answer = await acting.exporting({ must: { _t: ['ArchiveEntry'] } });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await world.change(world.idOf(ADMINISTRATOR), { admin: false });
    const others = async (): Promise<number> => {
      let bytes = 0;
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length;
      return bytes;
    };
    await expect(others()).rejects.toThrow();
    expect(await acting.ask(`read/${world.own}`)).toMatchObject({ refused: expect.stringContaining('notSignedIn') });
    await world.change(world.idOf(ADMINISTRATOR), { admin: true });
  },
);
