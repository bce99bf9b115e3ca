// A response is overdue by its clock: not while the clock stands, and not before the day to which stops have moved its end. The list with its
// counts, its panel and the notices of days go by that day, and its stops count whole days of the community's place. Its steps go by the same
// clock.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { addDays, daysBetween } from 'src/model/calendar/localDay.ts';
import type { PanelAnswer } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import { createDueEvents } from 'src/server/events/dueEvents.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const OURS = 'capability holder';
const REASON = 'Waits for the map';

let world: ProductWorld;
const { read, act, save, held } = operationsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  const calendar = { timeZone: ORGANISATION_ZONE, weekdays: [1, 2, 3, 4, 5] };
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY', calendar });
});
afterAll(() => world.stop());

/** A response that waits, of which the answer is asked for by that day. */
const waiting = async (day: Day): Promise<ItemId> => {
  const consultation = await world.newItem({ type: 'Consultation', level: 'COMMUNITY', mark: `of ${day}` });
  const more = { consultation, community: world.own, state: 'PENDING', selected: true, requestedResponseDate: day };
  const id = await world.newItem({ type: 'ConsultResponse', level: 'PROTECTED', mark: day, more });
  // Uses a save, because each save updates the clock.
  okOf(await save(OURS, id, { summary: 'Begun' }));
  return id;
};

/** The list as its screen asks for it, and the number of its panel on the dashboard. */
const overdue = async (): Promise<{ readonly ids: readonly Json[]; readonly panel: number | undefined }> => {
  const { must = {}, types = [] } =
    registry.screens.find(({ path }) => path === 'consult.responses.overdue')?.search ?? {};
  const query = { must: { ...asFilters(must), _t: types }, max: 100 };
  const { ids } = okOf(await world.ask(OURS, 'search/ids', query as unknown as Json)) as { ids: Json[] };
  const { panels } = okOf(await world.ask(OURS, 'dashboard', { path: 'consult.dashboard' })) as unknown as {
    readonly panels: readonly PanelAnswer[];
  };
  return { ids, panel: panels.find(({ key }) => key === 'overdue')?.total };
};
const listed = async (): Promise<readonly Json[]> => {
  const { ids, panel } = await overdue();
  expect(panel).toBe(ids.length);
  return ids;
};

/** Moves the beginning of the stop that is open, and lets the clock go on. */
const letGoOn = async (id: ItemId, from: string): Promise<void> => {
  await world.change(id, { _clock: { stops: [{ from, reason: REASON, by: world.idOf(OURS) }] } });
  okOf(await act(OURS, 'restartClock', id));
};
const dueOf = async (id: ItemId): Promise<unknown> => ((await read(OURS, id))['_clock'] as Body)['due'];

/** Events of days that the job has written about the response by noon of the day. */
const writtenOn = async (id: ItemId, day: Day): Promise<readonly unknown[]> => {
  const clock = { now: () => new Date(`${day}T20:00:00Z`) };
  await createDueEvents({ ...world.services, clock })({}, new AbortController().signal);
  const events = await world.services.items.findMany(world.services.database, await held('Event', 'context', id));
  return events.map(({ properties }) => properties['kind']).filter((kind) => String(kind).startsWith('response'));
};

it('[CONS-02] [WF-03] [NTFY-02] a response is overdue by its clock, in its list, its panel and its notices', async () => {
  const asked = organisationDay(-1);
  const id = await waiting(asked);
  expect(await listed()).toEqual([id]);
  okOf(await act(OURS, 'stopClock', id, { reason: REASON }));
  expect(await dueOf(id)).toBeUndefined();
  expect(await listed()).toEqual([]);
  // No person gets reminders while the clock is stopped.
  for (const days of [-3, 0, 1, 2]) expect(await writtenOn(id, addDays(asked, days))).toEqual([]);

  // It stood for eight days.
  await letGoOn(id, `${organisationDay(-8)}T20:00:00Z`);
  const due = addDays(asked, 8);
  expect(await dueOf(id)).toBe(due);
  expect(await listed()).toEqual([]);
  expect(await writtenOn(id, addDays(due, -4))).toEqual([]);
  expect(await writtenOn(id, addDays(due, -3))).toEqual(['responseDue']);
  expect(await writtenOn(id, due)).toEqual(['responseDue']);
  expect(new Set(await writtenOn(id, addDays(due, 1)))).toEqual(new Set(['responseDue', 'responseOverdue']));
  // Stopped for a single day, it is late again.
  await letGoOn(id, `${organisationDay(-1)}T20:00:00Z`);
  okOf(await save(OURS, id, { summary: 'Late' }));
  expect(await dueOf(id)).toBe(addDays(asked, 1));
});

/** Records that a bucket of a facet finds. */
const inBucket = async (type: string, key: string, bucket: string): Promise<readonly Json[]> => {
  const query = { must: { _t: [type], [key]: [bucket] }, facets: [key], max: 100 };
  const { ids, facets } = okOf(await world.ask(OURS, 'search/ids', query as unknown as Json)) as unknown as {
    readonly ids: readonly Json[];
    readonly facets: Readonly<Record<string, readonly { readonly value: Json; readonly count: number }[]>>;
  };
  expect(facets[key]?.find(({ value }) => value === bucket)?.count ?? 0).toBe(ids.length);
  return ids;
};

it('[SRCH-01] [WF-03] work that is finished is not overdue, and is found by its day', async () => {
  const due = organisationDay(-2);
  const work = async (state: string): Promise<ItemId> =>
    await world.newItem({ type: 'GeoKeeperWorkItem', level: 'COMMUNITY', mark: state, more: { state, due } });
  const [open, done] = [await work('ACTIVE'), await work('COMPLETE')];
  expect(await inBucket('GeoKeeperWorkItem', 'due', 'overdue')).toEqual([open]);
  const query = { must: { _t: ['GeoKeeperWorkItem'], due: [{ from: due, to: addDays(due, 1) }] }, max: 100 };
  const { ids } = okOf(await world.ask(OURS, 'search/ids', query as unknown as Json)) as { ids: Json[] };
  expect(new Set(ids)).toEqual(new Set([open, done]));
});

/** The list of overdue steps, in its order. */
const lateSteps = async (): Promise<readonly Json[]> => {
  const { search } = registry.screens.find(({ path }) => path === 'consult.responses.lateSteps') ?? {};
  const { must = {}, types = [], sort = [] } = search ?? {};
  const query = { must: { ...asFilters(must), _t: types }, sort, max: 100 };
  return (okOf(await world.ask(OURS, 'search/ids', query as unknown as Json)) as { ids: Json[] }).ids;
};

/** A response with one step that is due on the day. Returns both. */
const withStep = async (day: Day): Promise<Readonly<Record<'id' | 'step', ItemId>>> => {
  const id = await waiting(organisationDay(30));
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1 }];
  okOf(await act(OURS, 'initManual', id, { steps: steps as unknown as Json }));
  const [step = ''] = await held('RwfSimple', 'of', id);
  okOf(await act(OURS, 'applyStepProps', id, { step: 'look', props: { $assignedDue: day } }));
  return { id, step };
};
const stepDay = async (step: ItemId): Promise<unknown> => (await read(OURS, step))['$assignedDue'];
const nextStepDay = async (id: ItemId): Promise<unknown> => ((await read(OURS, id))['_wf'] as Body)['$assignedDue'];

it('[CONS-02] [WF-03] a step is overdue by the clock of its response, in the order of the days of steps', async () => {
  const [day, earlier] = [organisationDay(-2), organisationDay(-5)];
  const { id, step } = await withStep(day);
  const other = await withStep(earlier);
  expect(await lateSteps()).toEqual([other.id, id]);
  okOf(await act(OURS, 'stopClock', id, { reason: REASON }));
  expect(await nextStepDay(id)).toBeUndefined();
  expect(await lateSteps()).toEqual([other.id]);
  // The step began before the stop, which took four days.
  await world.change(step, { started: `${organisationDay(-9)}T20:00:00Z` });
  await letGoOn(id, `${organisationDay(-4)}T20:00:00Z`);
  expect([await stepDay(step), await nextStepDay(id)]).toEqual([addDays(day, 4), addDays(day, 4)]);
  expect(await lateSteps()).toEqual([other.id]);
});

it('[WF-03] a step that begins while the clock stands moves by the days since it began', async () => {
  const day = organisationDay(5);
  const { id, step } = await withStep(day);
  okOf(await act(OURS, 'stopClock', id, { reason: REASON }));
  await world.change(step, { started: `${organisationDay(-1)}T20:00:00Z` });
  await letGoOn(id, `${organisationDay(-8)}T20:00:00Z`);
  expect(await stepDay(step)).toBe(addDays(day, 1));
});

it('[WF-03] the summary of a response whose clock an earlier version stopped has no day of a step', () => {
  const summaryAfter = (stops: Json): unknown =>
    domain.migrate['stepsWhileStopped']?.({ done: 1, steps: 2, $assignedDue: '2026-06-01' }, { _clock: { stops } }, {});
  const stop = { from: '2026-05-01T10:00:00Z', reason: REASON, by: 'User-1' };
  expect(summaryAfter([stop])).toEqual({ done: 1, steps: 2 });
  const ended = [{ ...stop, until: '2026-05-02T10:00:00Z' }];
  expect(summaryAfter(ended)).toEqual({ done: 1, steps: 2, $assignedDue: '2026-06-01' });
});

it('[WF-03] a stop across the change of the clocks of the place moves the day by whole days there', async () => {
  const asked = '2031-05-01';
  const id = await waiting(asked);
  okOf(await act(OURS, 'stopClock', id, { reason: REASON }));
  // An evening before the clocks of the place go forward, when in UTC it is the next day already.
  await letGoOn(id, '2026-03-08T05:30:00Z');
  expect(await dueOf(id)).toBe(addDays(asked, daysBetween('2026-03-07', organisationDay())));
});

it('[WF-03] a clock that an earlier version stopped has no day either', () => {
  const dueAfter = (clock: Body): unknown => domain.migrate['dueWhileStopped']?.(clock['due'], clock, {});
  const stop = { from: '2026-05-01T10:00:00Z', reason: REASON, by: 'User-1' };
  expect(dueAfter({ due: '2026-06-01', stops: [stop] })).toBeNull();
  expect(dueAfter({ due: '2026-06-01', stops: [{ ...stop, until: '2026-05-02T10:00:00Z' }] })).toBe('2026-06-01');
  expect(dueAfter({ due: '2026-06-01' })).toBe('2026-06-01');
});
