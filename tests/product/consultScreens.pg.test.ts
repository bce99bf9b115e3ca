// The lists of consultations, requested as their screens do: their items for each person, their order, and their initial filters. There is
// one item for every state, so that a list with too many or too few items fails.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { asFilters, filtersFor } from 'src/model/query/screenFilters.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS] = ['stranger', 'capability holder'] as const;

const CONSULTATION_STATES = [
  ...['DRAFT', 'REVIEW', 'INCOMPLETE', 'SUBMITTED', 'CONSULTING'],
  ...['RESPONDED', 'CLOSED', 'WITHDRAWN', 'PENDING'],
];
const RESPONSE_STATES = ['DRAFT', 'NOT_SELECTED', 'RESPONDED', 'OFFLINE', 'NO_RESPONSE'];
/** Records of a consultation that did not ask the community. */
const UNASKED = new Set(['DRAFT', 'REVIEW']);

/** Day from which lists with the nearest day first are sorted. */
const TODAY = '2031-06-15';

let world: ProductWorld;
let submitter: ItemId;
/** Name of an item in a test. */
const names = new Map<ItemId, string>();

const named = (id: ItemId, name: string): ItemId => {
  names.set(id, name);
  return id;
};
const day = (month: number, at: number): string =>
  `2031-${String(month).padStart(2, '0')}-${String(at + 1).padStart(2, '0')}`;

const screenOf = (path: string) => {
  const screen = registry.screens.find((each) => each.path === path);
  if (!screen?.search) throw new Error(`no list ${path}`);
  return screen.search;
};

/** Returns the screen's first page; `chosen` replaces its initial filters. */
const shown = async (actor: string, path: string, chosen?: Body): Promise<readonly string[]> => {
  const { types, must, mustNot, selected, sort } = screenOf(path);
  const asker = { $id: world.idOf(actor), readOrgs: [] };
  const filters = { ...must, ...(chosen ?? selected) } as typeof must;
  const query = {
    must: { ...filtersFor(asFilters(filters), asker), _t: types },
    ...(mustNot && { mustNot: filtersFor(asFilters(mustNot), asker) }),
    ...{ sort: (sort ?? []).map(({ nearest, ...by }) => (nearest ? { ...by, nearest: TODAY } : by)), max: 100 },
  };
  const { ids } = okOf(await world.ask(actor, 'search/ids', query as unknown as Json)) as { ids: string[] };
  return ids.flatMap((id) => names.get(id) ?? []);
};

const addConsultations = async (): Promise<void> => {
  for (const [at, state] of CONSULTATION_STATES.entries()) {
    const communities: Body = UNASKED.has(state) ? {} : { communities: [world.own] };
    const dates = { submitted: `${day(1, at)}T10:00:00Z`, requestedResponseDate: day(5, 20 - at) };
    const more = { projectName: state, primaryOrg: submitter, state, ...communities, ...dates };
    named(await world.newItem({ type: 'Consultation', level: 'COMMUNITY', mark: state, more }), state);
  }
  const more = { projectName: 'Others', primaryOrg: world.own, state: 'SUBMITTED' };
  named(await world.newItem({ type: 'Consultation', level: 'COMMUNITY', mark: 'others', more }), 'OTHERS');
};

const addResponse = async (name: string, at: number, state = name): Promise<ItemId> => {
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: `of ${name}` },
    more: { projectName: name, communities: [world.own], state: 'CLOSED' },
  });
  const dates = { distributed: `${day(2, at)}T10:00:00Z`, requestedResponseDate: day(6, 20 - at) };
  const more = { consultation, community: world.own, projectName: name, state, ...dates };
  return named(await world.newItem({ type: 'ConsultResponse', level: 'PROTECTED', mark: name, more }), name);
};

const withStep = async (response: ItemId, actor: string, due: string): Promise<void> => {
  const [_t = '', number] = response.split('-');
  const on = { _t, _i: Number(number) };
  const assign = { users: [world.idOf(actor)] };
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1, state: 'TRIAGE', assign }];
  okOf(await world.ask(OURS, 'act/initManual', { ...on, steps }));
  okOf(await world.ask(OURS, 'act/applyStepProps', { ...on, step: 'look', props: { $assignedDue: due } }));
};

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await operationsOf(() => world).organizationOf(SUBMITTER);
  await addConsultations();
  for (const [at, state] of RESPONSE_STATES.entries()) await addResponse(state, at);
  await addResponse('NOT BEGUN', 6, 'PENDING');
  await withStep(await addResponse('MINE LATE', 7, 'PENDING'), OURS, '2020-01-06');
  await withStep(await addResponse('THEIRS LATE', 8, 'PENDING'), 'protected reader', '2020-01-06');
  await withStep(await addResponse('MINE', 9, 'PENDING'), OURS, '2040-01-02');
  await withStep(await addResponse('ENDED', 10, 'PENDING'), OURS, '2020-01-06');
  const [ended = ''] = [...names].find(([, name]) => name === 'ENDED') ?? [];
  await world.change(ended, { state: 'NO_RESPONSE' });
  // Its step is in time; the requested day of the answer has passed.
  const past = await addResponse('PAST THE DAY', 11, 'PENDING');
  await withStep(past, OURS, '2040-01-02');
  await world.change(past, { requestedResponseDate: '2020-01-06', _clock: { due: '2020-01-06' } });
});
afterAll(() => world.stop());

describe('[CONS-02] the lists of who submits', () => {
  it.each([
    ['consult.projects', [...CONSULTATION_STATES].toReversed()],
    ['consult.drafts', ['INCOMPLETE', 'DRAFT']],
    ['consult.reviews', ['REVIEW']],
    ['consult.answered', ['CLOSED', 'RESPONDED']],
  ])('%s', async (path, wanted) => {
    expect(await shown(SUBMITTER, path)).toEqual(wanted);
  });

  it('[CONS-01] consult.pending is what is in none of the six states, in both readings, the earliest day first', async () => {
    expect(await shown(SUBMITTER, 'consult.pending')).toEqual(['PENDING', 'CONSULTING', 'SUBMITTED']);
    const { values } = registry.types['Consultation']?.properties['state'] ?? {};
    expect(new Set(values)).toEqual(new Set(CONSULTATION_STATES));
  });

  it('hold nothing of a response', async () => {
    for (const { path, search } of registry.screens)
      if (search?.types.includes('ConsultResponse') === true)
        expect([path, await shown(SUBMITTER, path)]).toEqual([path, []]);
  });
});

describe('[CONS-02] the lists of who answers', () => {
  it.each([
    ['consult.responses', ['PAST THE DAY', 'MINE', 'THEIRS LATE', 'MINE LATE', 'NOT BEGUN']],
    ['consult.responses.mine', ['PAST THE DAY', 'MINE', 'MINE LATE']],
    ['consult.responses.overdue', ['PAST THE DAY']],
    ['consult.responses.lateSteps', ['THEIRS LATE', 'MINE LATE']],
    ['consult.responses.init', ['NOT BEGUN']],
  ])('%s', async (path, wanted) => {
    expect(await shown(OURS, path)).toEqual(wanted);
  });

  it('consult.responses opens with what waits, and holds all but drafts, by the day asked for', async () => {
    expect(screenOf('consult.responses').selected).toEqual({ state: ['PENDING'] });
    expect(await shown(OURS, 'consult.responses', {})).toEqual([
      ...['PAST THE DAY', 'ENDED', 'MINE', 'THEIRS LATE', 'MINE LATE', 'NOT BEGUN'],
      ...RESPONSE_STATES.filter((state) => state !== 'DRAFT').toReversed(),
    ]);
  });

  it('consult.recent holds what came last, first', async () => {
    expect((await shown(OURS, 'consult.recent')).slice(0, 3)).toEqual(['PAST THE DAY', 'ENDED', 'MINE']);
  });

  it('consult.projects and consult.pending hold what the community was asked about', async () => {
    const asked = CONSULTATION_STATES.filter((state) => !UNASKED.has(state));
    expect((await shown(OURS, 'consult.projects')).filter((name) => name !== 'OTHERS')).toEqual(asked.toReversed());
    expect(await shown('member', 'consult.pending')).toEqual(
      expect.arrayContaining(['PENDING', 'CONSULTING', 'SUBMITTED']),
    );
  });
});

describe('[CONS-02] related items', () => {
  it('consult.communications are conversations about consultations and every log, the newest first', async () => {
    const [consultation = ''] = [...names].find(([, name]) => name === 'CONSULTING') ?? [];
    const [response = ''] = [...names].find(([, name]) => name === 'MINE') ?? [];
    const thread = async (name: string, context: ItemId): Promise<void> => {
      const made = okOf(await world.ask(OURS, 'create/Thread', { subject: name, context }));
      named(String(made['$id']), name);
    };
    await thread('of a consultation', consultation);
    await thread('of a response', response);
    const entry = await world.newItem({ type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'entry' });
    await thread('of something else', entry);
    const log = { subject: 'A call', date: '2031-01-01T10:00:00Z', owner: world.own };
    named(String(okOf(await world.ask('protected reader', 'create/CommLog', log))['$id']), 'a log');
    const all = ['a log', 'of a response', 'of a consultation'];
    expect(await shown('administrator', 'consult.communications')).toEqual(all);
    // A log requires the right to read protected items.
    expect(await shown(OURS, 'consult.communications')).toEqual(all.slice(1));
    expect(await shown(SUBMITTER, 'consult.communications')).toEqual(['of a consultation']);
    expect(screenOf('consult.communications').create).toEqual(['CommLog']);
  });

  it('[CONV-01] conversations.overdue begins with the conversation that is overdue for the longest time', async () => {
    const due = { 'a week': '2020-03-09', 'a month': '2020-02-16', 'two days': '2020-03-14' };
    for (const [subject, assignedDue] of Object.entries(due)) {
      const assigned = { assignedTo: world.idOf('administrator'), assignedDue };
      const made = okOf(
        await world.ask('administrator', 'create/Thread', { subject, context: world.own, ...assigned }),
      );
      named(String(made['$id']), subject);
    }
    expect(await shown('administrator', 'conversations.overdue')).toEqual(['a month', 'a week', 'two days']);
  });

  it('consult.attachments are the files of consultations and what answers them', async () => {
    const [consultation = ''] = [...names].find(([, name]) => name === 'CONSULTING') ?? [];
    const [response = ''] = [...names].find(([, name]) => name === 'MINE') ?? [];
    const entry = await world.newItem({ type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'with a file' });
    const attach = async (id: ItemId, name: string): Promise<void> => {
      const file = await world.attach(id, { originalName: `${name}.txt`, bytes: Buffer.from(name) });
      await world.change(named(file, name), { relType: id.split('-')[0] ?? '' });
    };
    await attach(consultation, 'plan');
    await attach(response, 'answer');
    await attach(entry, 'picture');
    expect(await shown(OURS, 'consult.attachments')).toEqual(['answer', 'plan']);
    expect(await shown(SUBMITTER, 'consult.attachments')).toEqual(['plan']);
  });

  it('consult.calendar holds what is still to come of responses, steps, commitments and meetings', async () => {
    const [response = ''] = [...names].find(([, name]) => name === 'MINE') ?? [];
    const concern = async (name: string, status: string, fulfilBy = '2031-07-01'): Promise<void> => {
      const more = { response, subject: name, status, fulfilBy };
      named(await world.newItem({ type: 'ConsultResponseConcern', level: 'PROTECTED', mark: name, more }), name);
    };
    await concern('promised', 'AGREED');
    await concern('kept', 'FULFILLED');
    await concern('soon', 'AGREED', TODAY);
    await concern('long ago', 'FULFILLED', '2029-07-01');
    await concern('late', 'AGREED', '2031-06-01');
    const meeting = { summary: 'Council', owner: world.own, date: '2031-07-02' };
    named(await world.newItem({ type: 'Meeting', level: 'COMMUNITY', mark: 'council', more: meeting }), 'meeting');
    const held = await shown(OURS, 'consult.calendar');
    for (const name of ['MINE', 'promised', 'meeting']) expect(held).toContain(name);
    for (const name of ['kept', 'ENDED', 'RESPONDED', 'DRAFT']) expect(held).not.toContain(name);
    const concerns = await shown(OURS, 'consult.concerns');
    expect([concerns[0], ...concerns.slice(-2)]).toEqual(['soon', 'late', 'long ago']);
    expect(concerns.slice(1, -2).toSorted()).toEqual(['kept', 'promised']);
    expect(screenOf('consult.calendar')).toMatchObject({ display: 'CALENDAR', create: ['Meeting'] });
  });
});

describe('[CONS-02] [ORG-03] people and organisations of consultations', () => {
  const add = async (type: string, name: string, more: Body): Promise<ItemId> =>
    named(await world.newItem({ type, level: 'PROTECTED', mark: name, more }), name);
  const [own, others] = [() => world.own, () => submitter];

  it('consult.organizations are all of them by their names, for everybody who is signed in', async () => {
    for (const displayName of ['nettle', 'Birch', 'Willow', 'alder'])
      await add('Organization', displayName, { displayName, type: 'OTHER' });
    for (const actor of [OURS, SUBMITTER])
      expect(await shown(actor, 'consult.organizations')).toEqual(['alder', 'Birch', 'nettle', 'Willow']);
  });

  it('consult.contacts are those of the own organization by their last and first names', async () => {
    const people = [
      ...[
        ['Willow', 'Bo'],
        ['alder', 'Zoe'],
        ['Willow', 'Ada'],
      ].map((name) => [...name, own()]),
      ['Alder', 'Kim', others()],
    ] as const;
    for (const [lastName = '', firstName = '', _related = ''] of people)
      await add('Contact', `${firstName} ${lastName}`, { lastName, firstName, _related });
    expect(await shown(OURS, 'consult.contacts')).toEqual(['Zoe alder', 'Ada Willow', 'Bo Willow']);
    expect(await shown(SUBMITTER, 'consult.contacts')).toEqual(['Kim Alder']);
  });

  it('consult.agreements are those of the own organization by their titles', async () => {
    for (const [title, owner] of [
      ['Protocol', own()],
      ['accommodation', own()],
      ['Of the others', others()],
    ] as const)
      await add('Agreement', title, { title, owner, with: [own()] });
    expect(await shown(OURS, 'consult.agreements')).toEqual(['accommodation', 'Protocol']);
    expect(await shown(SUBMITTER, 'consult.agreements')).toEqual(['Of the others']);
    // Neither membership of the organization nor one of the capabilities is enough.
    for (const actor of ['member', 'visitor']) expect(await shown(actor, 'consult.agreements')).toEqual([]);
  });

  it('consult.audit is a table of what happened in this area, the latest first', async () => {
    expect(screenOf('consult.audit')).toMatchObject({ display: 'TABLE', types: ['Event'] });
    const { events, items, database } = world.services;
    const happens = async (name: string, kind: string, id: ItemId): Promise<void> => {
      const item = await items.find(database, id);
      const rule = events.noticeOf(kind, id.split('-')[0] ?? '');
      if (!item || !rule) throw new Error(`no event ${kind} of ${id}`);
      const at = new Date(Date.UTC(2032, 0, ++happened));
      const metadata = { at, by: world.idOf(OURS), actor: undefined };
      await database.transaction((tx) => events.write(tx, item, [{ rule, level: 'PUBLIC' }], metadata));
      const ids = await items.holding(database, { type: 'Event', path: 'context', id });
      named(ids.toSorted((one, other) => Number(one.split('-')[1]) - Number(other.split('-')[1])).at(-1) ?? '', name);
    };
    let happened = 0;
    const [consultation = ''] = [...names].find(([, name]) => name === 'CONSULTING') ?? [];
    const [response = ''] = [...names].find(([, name]) => name === 'MINE') ?? [];
    const entry = await world.newItem({ type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'catalogued' });
    await happens('the request is changed', 'updated', consultation);
    await happens('the answer is changed', 'updated', response);
    await happens('a record is changed', 'updated', entry);
    await happens('the request is distributed', 'consultationDistributed', consultation);
    const all = ['the request is distributed', 'the answer is changed', 'the request is changed'];
    expect(await shown(OURS, 'consult.audit')).toEqual(all);
    expect(await shown(SUBMITTER, 'consult.audit')).toEqual([all[0], all[2]]);
    expect(await shown('visitor', 'consult.audit')).toEqual([]);
  });

  it('no list of consultations is without a search and an order of its own', () => {
    const lists = registry.screens.filter(({ path, search }) => path.startsWith('consult.') && search !== undefined);
    const unsorted = lists.filter(({ search }) => search?.display !== 'CALENDAR' && (search?.sort ?? []).length === 0);
    expect(unsorted.map(({ path }) => path)).toEqual([]);
  });
});

it('[PERM-08] administrators count responses by community, everybody else by the mapped state of their workflow', async () => {
  const counted = async (actor: string, key: string): Promise<Answer> =>
    world.ask(actor, 'search/ids', {
      must: { _t: ['ConsultResponse'], state: ['PENDING'] },
      facets: [{ key, max: 20 }],
      max: 1,
    });
  const valuesOf = (answer: Answer): Json => JSON.parse(JSON.stringify(okOf(answer)['facets'] ?? null)) as Json;
  expect(JSON.stringify(valuesOf(await counted('administrator', 'community')))).toContain(world.own);
  expect(await counted(OURS, 'community')).toHaveProperty('refused');
  const states = JSON.stringify(valuesOf(await counted(OURS, '_wf.state')));
  expect(states).toContain('TRIAGE');
  const { list } = registry.types['ConsultResponse']?.properties['_wf']?.properties?.['state'] ?? {};
  expect(list?.list).toBe('RWF_STATES');
});
