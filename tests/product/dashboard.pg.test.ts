// Every number of every panel of the dashboards, against counting by hand what the person reads: random consultations, answers and concerns
// of three organizations, asked for by people of different rights. The test also follows the link of each number.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isRecord } from 'src/base/isRecord.ts';
import { seededRandom } from 'src/base/seededRandom.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { FilterValue, Filters, PanelAnswer } from 'src/model/generated/wire.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { daysBetween } from 'src/model/calendar/localDay.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { monthRange } from 'src/model/query/monthRange.ts';
import { asFilters, filtersFor, mustOf } from 'src/model/query/screenFilters.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { shownState } from 'src/model/schema/StateMachine.ts';
import { eachAtOnce } from 'tests/server/harness/eachAtOnce.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;
type Value = string | number | boolean | null;

const PATH = 'consult.dashboard';
const DAY_MS = 86_400_000;
const SEVERITIES = ['LOW', 'MODERATE', 'HIGH', 'SEVERE'];
const CANARY = 'canaryreview';
const { pick, whole, chance } = seededRandom(57);
const maybe = (value: Json): Json => (chance(0.2) ? null : value);
const dayAround = (days: number): string => organisationDay(whole(-days, days));
const around = (days: number): Date => new Date(Date.now() + whole(-days, days) * DAY_MS);
/** The organisation's day of a moment; a date is its own day. */
const dayOf = (value: string): string => (value.includes('T') ? dayIn(new Date(value), ORGANISATION_ZONE) : value);

let world: ProductWorld;
let other: ItemId;
const ids: ItemId[] = [];

const okOf = <T>(answer: Answer): T => {
  if ('ok' in answer) return answer.ok as T;
  throw new Error(JSON.stringify(answer));
};
const filled = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
const dashboardOf = (actor: string): Promise<Answer> => world.ask(actor, 'dashboard', { path: PATH });
const panelsOf = async (actor: string): Promise<readonly PanelAnswer[]> =>
  okOf<{ readonly panels: readonly PanelAnswer[] }>(await dashboardOf(actor)).panels;

const consultation = (communities: readonly ItemId[]): Body => {
  const asked = communities.filter(() => chance(0.6));
  const outstanding = asked.filter(() => chance(0.5));
  return {
    ...{ projectName: 'Crossing', primaryOrg: pick(communities), communities: asked, outstanding },
    state: pick(['DRAFT', 'REVIEW', 'INCOMPLETE', 'SUBMITTED', 'CONSULTING', 'PENDING', 'RESPONDED', 'WITHDRAWN']),
    requestedResponseDate: maybe(dayAround(30)),
    submitted: maybe(around(400).toISOString()),
  };
};

const clockUntil = (day: Json): Body => (day === null ? {} : { requestedResponseDate: day, _clock: { due: day } });

const response = (of: ItemId, communities: readonly ItemId[], people: readonly ItemId[]): Body => ({
  ...{ consultation: of, community: pick(communities), projectName: `${CANARY} pier` },
  ...pick<Body>([
    ...['DRAFT', 'NOT_SELECTED', 'PENDING', 'PENDING', 'PENDING', 'RESPONDED', 'OFFLINE'].map((state) => ({ state })),
    ...[{ state: 'NO_RESPONSE' }, { state: 'NO_RESPONSE', ended: 'WITHDRAWN' }],
  ]),
  priority: maybe(pick(['HIGH', 'LOW'])),
  outcome: maybe(pick(['AGREED', 'REFUSED'])),
  region: maybe(pick(['North', 'South', 'Coast'])),
  stream: maybe(pick(['Forestry', 'Mining'])),
  projectType: maybe(pick(['Road', 'Pier'])),
  ...clockUntil(maybe(dayAround(30))),
  distributed: maybe(around(400).toISOString()),
  _wf: maybe(filled({ state: maybe('REVIEW'), $assigned: [pick(people)], $assignedDue: maybe(dayAround(10)) })),
});

const concern = (of: ItemId): Body => ({
  ...{ response: of, subject: `${CANARY} salmon`, severity: maybe(pick(SEVERITIES)) },
  ...{ status: pick(['OPEN', 'AGREED', 'AGREED', 'RESOLVED']), fulfilBy: maybe(dayAround(20)) },
});

const fill = async (communities: readonly ItemId[], people: readonly ItemId[]): Promise<void> => {
  const { database, items } = world.services;
  const metadata = { at: new Date(), by: 'User-1', actor: undefined };
  await database.transaction(async (tx) => {
    const insert = async (type: string, body: Body): Promise<ItemId> => {
      const { id } = await items.insert(tx, type, filled(body), metadata);
      ids.push(id);
      return id;
    };
    for (let at = 0; at < 40; at++) {
      const asked = await insert('Consultation', consultation(communities));
      for (let each = 0; each < 2; each++) {
        const answer = await insert('ConsultResponse', response(asked, communities, people));
        await insert('ConsultResponseConcern', concern(answer));
      }
    }
  });
};

const memberWith = (actor: string, reads: string, capabilities: readonly string[]): Promise<void> =>
  world.change(world.idOf(actor), {
    siteCapabilities: [],
    memberships: [{ owner: world.own, reads, admin: false, capabilities: [...capabilities] }],
  });

beforeAll(async () => {
  world = await openProductWorld();
  const stranger = okOf<Body>(await world.ask('administrator', `read/${world.idOf('stranger')}`));
  other = String((stranger['memberships'] as Body[])[0]?.['owner']);
  const third = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'third' });
  await memberWith('protected reader', 'PROTECTED', ['ConsultSubmit']);
  await memberWith('private reader', 'COMMUNITY', ['ResponseWorkflow', 'ConsultRespond']);
  await fill([world.own, other, third], ['stranger', 'private reader', 'capability holder'].map(world.idOf));
  for (const actor of ['private reader', 'protected reader'])
    await vi.waitFor(() => panelsOf(actor), { timeout: 20_000 });
});
afterAll(() => world.stop());

const bucketOf = (set: string | undefined, value: string): string => {
  const days = daysBetween(organisationDay(), dayOf(value));
  if (set === 'due') return days < 0 ? 'overdue' : days === 0 ? 'today' : days < 7 ? 'within a week' : 'later';
  if (days > 0) return 'after today';
  const limits: readonly (readonly [number, string])[] = [
    ...([
      [0, 'today'],
      [-1, 'yesterday'],
      [-7, 'last week'],
      [-30, '7-30 days'],
      [-60, '30-60 days'],
    ] as const),
    ...([
      [-90, '60-90 days'],
      [-180, '90-180 days'],
    ] as const),
  ];
  return limits.find(([from]) => days >= from)?.[1] ?? 'before 180 days';
};

/** Items that one person sees, read one by one. */
interface Reader {
  readonly id: ItemId;
  readonly items: readonly Item[];
  readonly named: ReadonlySet<ItemId>;
}

const readAs = async (actor: string): Promise<Reader> => {
  const readMany = async (wanted: readonly ItemId[]) =>
    okOf<Readonly<Record<ItemId, Item>>>(await world.ask(actor, 'readMany/object', [...wanted]));
  const seen = await readMany(ids);
  const items = Object.values(seen).filter(({ $labelOnly }) => !$labelOnly);
  const relations = new Set(JSON.stringify(items).match(/(?:Organization|User)-\d+/g));
  return { id: world.idOf(actor), items, named: new Set(Object.keys(await readMany([...relations]))) };
};

const valuesAt = (item: Item, key: string, months: boolean, { named }: Reader): Value[] => {
  const { view, states } = registry.types[item._t] ?? {};
  const facet = view?.facets.find((each) => each.key === key);
  if (states?.property === key) return [shownState(states, item as Body) as Value];
  const found = key
    .split('.')
    .reduce<Json | undefined>((at, part) => (isRecord(at) ? at[part] : undefined), item as Json);
  const all = (found === undefined || found === null ? [] : Array.isArray(found) ? found : [found]) as string[];
  if (months) return all.length === 0 ? [null] : all.map((each) => dayOf(each).slice(0, 7));
  const shown = facet?.kind === 'REL' ? all.filter((each) => named.has(each)) : all;
  const values = facet?.kind === 'RANGE' ? shown.map((each) => bucketOf(facet.buckets, each)) : shown;
  return values.length === 0 ? [null] : values;
};

const holds = (item: Item, filters: Filters, reader: Reader): boolean =>
  Object.entries(filters).every(([key, values]) =>
    key === '_t'
      ? values.includes(item._t)
      : valuesAt(item, key, false, reader).some((value) => values.includes(value as FilterValue)),
  );

const screenOf = ({ screen }: PanelAnswer) =>
  registry.screens.find(({ path }) => path === screen)?.search ?? { types: [] };

const mustFor = (panel: PanelAnswer, reader: Reader, chosen: Filters = {}): Filters => {
  const { types, must } = screenOf(panel);
  const fixed = filtersFor(asFilters(must), { $id: reader.id, readOrgs: [] });
  return mustOf({ types, fixed, chosen: { ...panel.chosen, ...chosen }, text: '' });
};

const itemsOf = (panel: PanelAnswer, reader: Reader): readonly Item[] => {
  const mustNot = Object.entries(asFilters(screenOf(panel).mustNot));
  return reader.items.filter(
    (item) =>
      holds(item, mustFor(panel, reader), reader) &&
      mustNot.every(([key, values]) => !holds(item, { [key]: values }, reader)),
  );
};

/** `value` and `value | by` with their counts, without what the panel does not show. */
const countsOf = (panel: PanelAnswer, reader: Reader): Record<string, number> => {
  const counts: Record<string, number> = {};
  const add = (key: string): void => void (counts[key] = (counts[key] ?? 0) + 1);
  const { facet, by } = panel;
  for (const item of itemsOf(panel, reader)) {
    const values = facet === undefined ? [] : valuesAt(item, facet, panel.draw === 'months', reader);
    for (const value of values) {
      add(String(value));
      for (const series of by === undefined ? [] : valuesAt(item, by, false, reader)) add(`${value} | ${series}`);
    }
  }
  return counts;
};

const answeredOf = ({ values, series = [], cells = [] }: PanelAnswer): Record<string, number> =>
  Object.fromEntries([
    ...values.filter(({ count }) => count > 0).map(({ value, count }) => [String(value), count]),
    ...cells.map(([at = 0, by = 0, count]) => [`${values[at]?.value} | ${series[by]?.value}`, count]),
  ]) as Record<string, number>;

const withoutUnasked = (panel: PanelAnswer, counts: Record<string, number>): Record<string, number> => {
  const months = new Set(panel.values.map(({ value }) => String(value)));
  return Object.fromEntries(
    Object.entries(counts).filter(
      ([key]) => !key.includes('after today') && (panel.draw !== 'months' || key === 'null' || months.has(key)),
    ),
  );
};

const ACTORS = ['capability holder', 'stranger', 'administrator', 'protected reader', 'private reader'];

it.each(ACTORS)(
  '[CONS-02] %s: each number of each panel is what they read, and leads to just those items',
  async (actor) => {
    const [panels, reader] = await Promise.all([panelsOf(actor), readAs(actor)]);
    expect(panels.length).toBeGreaterThan(3);
    for (const panel of panels) {
      const { key, total } = panel;
      const expected = itemsOf(panel, reader);
      expect({ key, total }).toEqual({ key, total: expected.length });
      expect({ key, ...answeredOf(panel) }).toEqual({ key, ...withoutUnasked(panel, countsOf(panel, reader)) });
      if (panel.ids) {
        expect(panel.ids.length).toBe(Math.min(6, total));
        expect(panel.ids.filter((id) => !expected.some(({ $id }) => $id === id))).toEqual([]);
      }
      const mustNot = asFilters(screenOf(panel).mustNot);
      await eachAtOnce(panel.values, async ({ value, count }) => {
        const chosen = (panel.draw === 'months' ? monthRange(String(value)) : undefined) ?? value;
        const must = mustFor(panel, reader, { [panel.facet ?? '']: [chosen] });
        const found = await world.ask(actor, 'search/ids', { must, mustNot, max: 1 } as Json);
        expect({ key, value, total: okOf<{ total: number }>(found).total }).toEqual({ key, value, total: count });
      });
    }
  },
);

it('[CONS-02] panels are for those who hold their capability, and the communities for administrators', async () => {
  const keysOf = async (actor: string) => (await panelsOf(actor)).map(({ key }) => key);
  const declared = registry.dashboards[PATH] ?? [];
  const keysFor = (...held: readonly string[]): string[] =>
    declared.filter(({ capability, only }) => held.includes(capability) && only !== 'admins').map(({ key }) => key);
  expect(await keysOf('protected reader')).toEqual(keysFor('ConsultSubmit'));
  expect(await keysOf('private reader')).toEqual(keysFor('ConsultRespond', 'ResponseWorkflow'));
  const shown = await keysOf('administrator');
  expect({ community: shown.includes('community'), state: shown.includes('state') }).toEqual({
    ...{ community: true, state: false },
  });
  for (const actor of ['member', 'owner administrator'])
    expect(await dashboardOf(actor)).toMatchObject({ refused: 'notAllowed' });
  expect('refused' in (await dashboardOf('visitor'))).toBe(true);
  const elsewhere = await world.ask('administrator', 'dashboard', { path: 'consult.responses' });
  expect(elsewhere).toMatchObject({ refused: 'notAllowed' });
});

it('[CONS-02] [PERM-01] the dashboard of a proponent says nothing of the review in a community', async () => {
  const before = await dashboardOf('protected reader');
  const text = JSON.stringify(before);
  expect(text).not.toMatch(/ConsultResponse|canaryreview|consult\.responses|consult\.concerns/);
  expect(text).toContain(`"${other}"`);
  await world.services.database.transaction(async (tx) => {
    for (const id of ids.filter((each) => each.startsWith('ConsultResponse-')).slice(0, 30)) {
      const stored = await world.services.items.find(tx, id, true);
      const changes = { state: 'RESPONDED', outcome: 'AGREED', priority: 'HIGH' };
      if (stored)
        await world.services.items.write(tx, stored, changes, { at: new Date(), by: 'User-1', actor: undefined });
    }
  });
  expect(await dashboardOf('protected reader')).toEqual(before);
  const outcomes = (await panelsOf('administrator')).find(({ key }) => key === 'outcomes');
  expect(outcomes?.values.find(({ value }) => value === 'AGREED')?.count).toBeGreaterThanOrEqual(30);
});
