// A database of a version in which events named neither their owner nor the project that they belong to: the first server of this version
// adds both, and continues after it was stopped. The audit is filtered by them, and sends no notices.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { startEventBackfill } from 'src/server/events/backfillEvents.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { okOf, operationsOf, requestBody, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const SERVER = fileURLToPath(new URL('./serveProduct.ts', import.meta.url));
const [SUBMITTER, OURS] = ['stranger', 'capability holder'] as const;
/** More than one transaction of the job takes. */
const COPIES = 400;

let world: ProductWorld;
let submitter: ItemId;
let consultation: ItemId;
let child: ChildProcess | undefined;
const { read, move, save, held, organizationOf } = operationsOf(() => world);

const stored = async (): Promise<ReadonlyMap<ItemId, Body>> => {
  const { database, items } = world.services;
  const rows = await database.query<{ i: number }>('select i from item where t = 2 order by i');
  const found = await items.findMany(
    database,
    rows.map(({ i }) => `Event-${i}`),
  );
  return new Map(found.map(({ id, u, updated, properties }) => [id, { ...properties, u, updated }]));
};

/** Counts by the filters of the audit. */
const counted = async (actor: string, key: string): Promise<Readonly<Record<string, number>>> => {
  const asked = { must: { _t: ['Event'], area: ['consult'] }, facets: [key], max: 1 };
  const { facets } = okOf(await world.ask(actor, 'search/ids', asked)) as unknown as SearchAnswer;
  return Object.fromEntries(
    (facets?.[key] ?? []).flatMap((each) => ('value' in each ? [[String(each.value), each.count]] : [])),
  );
};

/** Events of a request, its answer, a deleted concern, and a record without a project. */
const writeEvents = async (): Promise<void> => {
  okOf(await move(SUBMITTER, consultation, 'submit'));
  await world.runJobs();
  const [response = ''] = await held('ConsultResponse', 'consultation', consultation);
  const concern = String(
    okOf(await world.ask(OURS, 'create/ConsultResponseConcern', { response, subject: 'Herring' }))['$id'],
  );
  okOf(await save(OURS, concern, { status: 'AGREED', fulfilBy: '2031-03-20' }));
  const { _u = 0 } = await read(OURS, concern);
  okOf(await world.ask(OURS, `delete/${concern}`, { _u }));
  const entry = await world.newItem({ type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'entry' });
  okOf(await save('administrator', entry, { title: 'Of no project' }));
  const { events, items, database } = world.services;
  const rule = events.noticeOf('updated', 'ConsultResponse');
  const item = await items.find(database, response);
  if (!rule || !item) throw new Error('a response has no event of an update');
  const metadata = { at: new Date(), by: world.idOf(OURS), actor: undefined };
  await database.transaction((tx) =>
    events.write(
      tx,
      item,
      Array.from({ length: COPIES }, () => ({ rule, level: 'PUBLIC' as const })),
      metadata,
    ),
  );
  await world.runJobs();
};

/** Takes the database back to the version before. */
const makeOld = async (): Promise<void> => {
  const { database } = world.services;
  await database.query('delete from event_backfill');
  await database.query(
    `update item set body = body - 'project' - 'owner', terms = array(select distinct x from unnest(terms) x
       where x not in (select id from term where prop in ('project', 'owner'))) where t = 2`,
  );
};

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  const contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  const made = await world.ask(
    SUBMITTER,
    'create/Consultation',
    requestBody({ submitter, contact, communities: [world.own] }),
  );
  consultation = String(okOf(made)['$id']);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await world.stop();
});

it('[CONS-02] [NTFY-03] events of before are found by their project and their owner once a server of this version has started', async () => {
  const { database, registry, items } = world.services;
  await writeEvents();
  const written = await stored();
  const [projects, owners] = [await counted('administrator', 'project'), await counted('administrator', 'owner')];
  expect(projects[consultation]).toBeGreaterThan(COPIES);
  await makeOld();
  expect([...(await stored()).values()].filter((event) => 'project' in event || 'owner' in event)).toEqual([]);
  await migrate(database, registry);

  child = fork(SERVER, [JSON.stringify(world.connection), world.dataDir], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  const ended = async (): Promise<Json> => (await database.query<Body>('select ended from event_backfill')) as Json;
  await expect.poll(ended, { timeout: 60_000 }).toEqual([{ ended: true }]);
  // Deleted items have no project; all other values are unchanged, in the same version.
  const filled = await stored();
  for (const [id, event] of written) {
    const { project: _, ...rest } = event;
    expect(filled.get(id)).toEqual(event['gone'] === undefined ? event : rest);
  }
  await expect.poll(() => counted('administrator', 'owner')).toEqual(owners);
  const gone = [...written.values()].filter((event) => event['gone'] !== undefined && event['project'] !== undefined);
  const left = (projects[consultation] ?? 0) - gone.length;
  await expect.poll(async () => (await counted('administrator', 'project'))[consultation]).toBe(left);
  // The next server has nothing to do.
  await startEventBackfill({ registry, database, items });
  expect(await database.query(`select 1 from graphile_worker.jobs where task_identifier = 'backfillEvents'`)).toEqual(
    [],
  );
}, 120_000);
