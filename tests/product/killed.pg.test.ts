// The server killed (kill -9) while it does what must be done whole or not at all: a request to forty communities, its distribution, a
// letter, steps that are forced, an export and a calendar feed. The next process ends what was begun, and nothing is done or sent twice.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import { askingOf, productProcesses, type ProductProcess } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS, ADMIN] = ['stranger', 'capability holder', 'owner administrator'] as const;
const COMMUNITIES = 40;
const FORCED = 4;
/** Milliseconds from the requests to the end of the process, one process each. */
const KILLED_AFTER = [40, 250, 900, 2_500];

let world: ProductWorld;
let submitter: ItemId;
let contact: ItemId;
let others: ItemId[];
let feed: string;

/** Milliseconds for all of it: a new server is started from source after each kill, which takes 30 seconds on a busy machine. */
const WITHIN = 480_000;

const { read, act, held, organizationOf } = operationsOf(() => world);
const propertiesOf = async (ids: readonly ItemId[]): Promise<Body[]> =>
  (await world.services.items.findMany(world.services.database, ids)).map(({ properties }) => properties);
/** Kinds of what happened to an item. */
const eventsOf = async (id: ItemId): Promise<string[]> =>
  (await propertiesOf(await held('Event', 'context', id))).map(({ kind = '' }) => String(kind));

const processes = productProcesses(() => world);

interface Begun {
  readonly request: ItemId;
  readonly letter: ItemId;
  readonly forced: ItemId;
  readonly steps: readonly ItemId[];
  /** Counts of its writes. */
  readonly keys: readonly string[];
}

const propose = async (): Promise<ItemId> => {
  const body = requestBody({ submitter, contact, communities: [world.own, ...others] });
  return String(okOf(await world.ask(SUBMITTER, 'create/Consultation', body))['$id']);
};

/** A request to be submitted, a letter to be sent, and steps to be forced. */
const prepare = async (): Promise<Begun> => {
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: 'asked' },
    more: { projectName: 'Pier', primaryOrg: submitter, communities: [world.own], state: 'CONSULTING' },
  });
  const responses = await world.add(
    ['letter', 'steps'].map((mark) => ({
      ...({ type: 'ConsultResponse', level: 'COMMUNITY', mark } as const),
      more: { consultation, community: world.own, primaryOrg: submitter, state: 'PENDING' },
    })),
  );
  const [answer = '', forced = ''] = responses;
  const values = { subject: 'Pier', body: 'We have looked.', to: submitter };
  const letter = String(okOf(await world.ask(OURS, 'create/Letter', { context: answer, ...values }))['$id']);
  const { _u: u = 0 } = await read(OURS, letter);
  okOf(await act(OURS, 'transition', letter, { name: 'approve', u }));
  const steps = Array.from({ length: FORCED }, (_, at) => ({
    ...{ key: `step${at}`, kind: 'RWF_SIMPLE', label: `Step ${at}`, group: 1 },
  }));
  okOf(await act(OURS, 'initManual', forced, { steps }));
  const keys = Array.from({ length: FORCED + 2 }, () => randomUUID());
  return { request: await propose(), letter, forced, steps: await held('RwfSimple', 'of', forced), keys };
};

const begin = async (server: ProductProcess, { request, letter, forced, steps, keys }: Begun): Promise<unknown> => {
  const ask = askingOf(world, server);
  // A repeated request is the same write.
  const item = (o: string, b: Body, key: string | undefined) => ({ o, b, key: key ?? '' });
  return await Promise.all([
    ask(SUBMITTER, '/api/item', item('act/transition', { ...targetOf(request), name: 'submit' }, keys[0])),
    ask(OURS, '/api/item', item('act/sendLetter/async', { ...targetOf(letter), by: 'THREAD' }, keys[1])),
    ...steps.map((step, at) => {
      const wanted = { step, state: 'COMPLETE', reason: 'on paper' };
      return ask(ADMIN, '/api/item', item('act/forceStepState', { ...targetOf(forced), ...wanted }, keys[at + 2]));
    }),
    ask(OURS, '/api/export', { query: { must: { _t: ['ConsultResponse', 'Organization'] } }, format: 'csv' }),
    ask('visitor', feed),
  ]);
};

/** No reader ever sees a partial write. */
const expectWhole = async ({ request, letter, forced, steps }: Begun): Promise<void> => {
  const state = String((await read(SUBMITTER, request))['state']);
  const responses = await held('ConsultResponse', 'consultation', request);
  expect({ state, responses: responses.length }).toEqual({ state, responses: state === 'DRAFT' ? 0 : COMMUNITIES });
  expect((await eventsOf(request)).includes('consultationSubmitted')).toBe(state !== 'DRAFT');
  const sent = await read(OURS, letter);
  const isSent = sent['state'] === 'SENT';
  expect([
    (sent['files'] as Json[] | undefined)?.length ?? 0,
    (await eventsOf(letter)).filter((each) => each === 'letterSent').length,
  ]).toEqual(isSent ? [2, 1] : [0, 0]);
  const done = (await propertiesOf(steps)).filter((step) => step['state'] === 'COMPLETE').length;
  expect((await eventsOf(forced)).filter((each) => each === 'stepStateForced').length).toBe(done);
  expect((await read(OURS, forced))['_wf']).toMatchObject({ done, steps: FORCED });
};

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  others = [];
  for (let at = 1; at < COMMUNITIES; at += 1)
    others.push(
      await world.newItem({
        ...{ type: 'Organization', level: 'COMMUNITY', mark: `Further ${at}` },
        more: { displayName: `Further ${at}`, type: 'COMMUNITY' },
      }),
    );
  contact = await world.newItem({
    type: 'Contact',
    level: 'COMMUNITY',
    mark: 'engineer',
    more: { _related: submitter },
  });
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1 }];
  const template = { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps };
  await world.newItem({ type: 'Workflow', level: 'COMMUNITY', mark: 'ours', more: template });
  const query = { must: { _t: ['ConsultResponse'] } };
  const made = await act(OURS, 'makeCalendarFeed', world.idOf(OURS), { query, name: 'Mine', names: true });
  feed = String(okOf(made)['path']);
});
afterAll(async () => {
  processes.stop();
  await world.stop();
});

it(
  '[CONS-01] [WF-02] work that a killed server had begun is complete, is finished by the next one, and happens once',
  async () => {
    const all: Begun[] = [];
    for (const milliseconds of KILLED_AFTER) {
      const begun = await prepare();
      all.push(begun);
      const server = await processes.start();
      const asked = begin(server, begun);
      await pause(milliseconds);
      await server.kill();
      await asked;
      for (const each of all) await expectWhole(each);
    }
    const last = await processes.start();
    // Sends requests that were not accepted again, as people do.
    for (const each of all) await begin(last, each);
    const ended = async ({ request, letter, steps }: Begun): Promise<boolean> =>
      (await read(SUBMITTER, request))['state'] === 'CONSULTING' &&
      (await read(OURS, letter))['state'] === 'SENT' &&
      (await propertiesOf(steps)).every((step) => step['state'] === 'COMPLETE');
    await expect
      .poll(async () => (await Promise.all(all.map(ended))).every(Boolean), { timeout: WITHIN / 2 })
      .toBe(true);
    const due = 'select 1 from graphile_worker.jobs where run_at <= now()';
    await expect.poll(() => world.services.database.query(due), { timeout: WITHIN / 2 }).toEqual([]);
    expect(await askingOf(world, last)('visitor', feed)).toContain('BEGIN:VCALENDAR');
    await last.kill();
    const letters = await world.lettersTo(OURS);
    for (const each of all) {
      await expectWhole(each);
      const { request, letter } = each;
      expect((await eventsOf(request)).filter((kind) => kind === 'consultationDistributed').length).toBe(1);
      const responses = await propertiesOf(await held('ConsultResponse', 'consultation', request));
      expect(new Set(responses.map(({ community }) => community)).size).toBe(COMMUNITIES);
      expect(responses.filter(({ state }) => state !== 'PENDING')).toEqual([]);
      for (const response of await held('ConsultResponse', 'consultation', request)) {
        expect((await eventsOf(response)).filter((kind) => kind === 'responseAsked').length).toBe(1);
        const steps = (await held('RwfSimple', 'of', response)).length;
        const { community } = (await propertiesOf([response]))[0] ?? {};
        expect({ community, steps }).toEqual({ community, steps: community === world.own ? 1 : 0 });
        const mine = community === world.own ? letters.filter((text) => text.includes(response)).length : 0;
        expect(mine).toBeLessThanOrEqual(1);
      }
      // One message with the PDF, in the conversation of both sides.
      const { thread } = await read(OURS, letter);
      const messages = await propertiesOf(await held('Message', 'thread', String(thread)));
      expect(messages.filter(({ attachments }) => (attachments as Json[] | undefined)?.length === 1).length).toBe(1);
    }
  },
  WITHIN,
);
