// States and workflows over the socket, on the toy world: repairs of books, which one person inspects and another one does. The test reads
// the declarations from the registry, so that a change of the tables changes the expected results.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import { addWorkingDays } from 'src/model/calendar/workingDays.ts';
import { setBlocked } from 'src/server/cli/changeAccount.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { createRemindOfSteps } from 'src/server/workflow/remindOfSteps.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

const NAMES = ['admin', 'keeper', 'member', 'stranger'] as const;
type Name = (typeof NAMES)[number];

const DAY_MS = 86_400_000;

let world: World;
let queue: JobQueue;
const sockets = new Map<Name, TestSocket>();
let serial = 0;

beforeAll(async () => {
  world = await openWorld();
  const { connection, services, jobs } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
  for (const name of NAMES) sockets.set(name, await TestSocket.as(world.url, await signIn(world.url, name)));
  const closures = [{ from: organisationDay(3) }];
  await ask('keeper', 'update', {
    $id: id('shelf'),
    _u: 1,
    calendar: { timeZone: ORGANISATION_ZONE, weekdays: [1, 2, 3, 4, 5, 6, 7], closures },
  });
});
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await queue.stop();
  await world.stop();
});

const id = (name: string): string => world.ids[name] ?? '';
const on = (item: string, more: Body = {}): Body => ({
  ...{ _t: item.split('-')[0] ?? '', _i: Number(item.split('-')[1]) },
  ...more,
});

/** The body, or for a refusal its key and what it lists. */
const ask = async (name: Name, o: string, b?: Json): Promise<Body> => {
  const socket = sockets.get(name);
  if (!socket) throw new Error(name);
  const { erred, b: answer } = await socket.ask(o, b);
  if (erred !== true) return answer as Body;
  const { userMessage, params } = answer as { userMessage: string; params?: { errors?: Json } };
  return { refused: userMessage, ...(params?.errors !== undefined && { errors: params.errors }) };
};
const act = (name: Name, action: string, item: string, input: Body = {}): Promise<Body> =>
  ask(name, `act/${action}`, on(item, input));
const read = (item: string, name: Name = 'keeper'): Promise<Body> => ask(name, `read/${item}`);
const invalid = (path: string, message: string, params?: Body): Body => ({
  refused: 'invalid',
  errors: [expect.objectContaining({ path, message, ...(params && { params }) })] as unknown as Json,
});

const newRepair = async (more: Body = {}): Promise<string> => {
  serial += 1;
  const made = await ask('keeper', 'create/Repair', { title: `Repair ${serial}`, shelf: id('shelf'), ...more });
  return String(made['$id']);
};
const look = { key: 'look', kind: 'RPR_LOOK', label: 'Look at it', group: 1, days: 5, working: true, state: 'LOOK' };
const mend = { key: 'mend', kind: 'RPR_MEND', label: 'Mend it', group: 2, days: 2, state: 'MEND' };
const newRoutine = async (steps: readonly Body[], more: Body = {}): Promise<string> => {
  serial += 1;
  const values = { label: `Routine ${serial}`, shelf: id('shelf'), of: 'Repair', state: 'ACTIVE', steps, ...more };
  const made = await ask('keeper', 'create/Routine', values);
  return String(made['$id'] ?? JSON.stringify(made));
};
const assigned = (...names: Name[]): Body => ({ assign: { users: names.map(id) } });

interface StepNow {
  readonly $id: string;
  readonly key: string;
  readonly state: string;
}
const stepsOf = (answer: Body): Record<string, string> =>
  Object.fromEntries(((answer['steps'] ?? []) as unknown as StepNow[]).map(({ key, state }) => [key, state]));
const stepId = (answer: Body, key: string): string =>
  ((answer['steps'] ?? []) as unknown as StepNow[]).find((step) => step.key === key)?.$id ?? '';
/** As the person reads them, in the order in which they were written. */
const eventsOf = async (item: string, name: Name = 'keeper'): Promise<Body[]> => {
  const { ids } = await ask(name, 'search/ids', { must: { _t: ['Event'], context: [item] } });
  const found = Object.values(await ask(name, 'readMany/object', ids ?? [])) as Body[];
  return found.toSorted((a, b) => Number(a['_i']) - Number(b['_i']));
};
const kindsOf = async (item: string): Promise<Json[]> => (await eventsOf(item)).map(({ kind }) => kind ?? null);

it('[CONS-01] an item changes state only by its declared transitions: every state, transition and person', async () => {
  const { services } = world;
  const type = services.registry.types['Repair'];
  const states = type?.states;
  if (!states) throw new Error('Repair has no states');
  const metadata = { at: new Date(), by: id('member'), actor: undefined };
  const full = { shelf: id('shelf'), book: id('PUBLIC'), cost: 3 };
  let walked = 0;
  for (const from of type.properties['state']?.values ?? [])
    for (const { name, to, auto, from: starts } of states.transitions)
      for (const person of NAMES) {
        const { id: item } = await services.database.transaction((tx) =>
          services.items.insert(tx, 'Repair', { title: `${from} ${name}`, ...full, state: from }, metadata),
        );
        const said = await ask(person, 'isAllowed', { id: item, actions: [name, 'read'] });
        const answer = await act(person, 'transition', item, { name, reason: 'As declared' });
        const moved = { state: to, _u: 2 };
        const expected = () => {
          if (said['read'] !== true) return { refused: 'notFound' };
          if (auto || said[name] !== true) return { refused: 'notAllowed' };
          return starts.includes(from) ? moved : invalid('/state', 'errors.state.moved', { state: from });
        };
        expect({ from, name, person, answer }).toEqual({ from, name, person, answer: expected() });
        const direct = await ask(person, 'update', { $id: item, _u: answer['_u'] ?? 1, state: 'LOST' });
        const now = answer['state'] ?? from;
        const message = states.fixed.includes(String(now)) ? 'errors.state.fixed' : 'errors.state.transition';
        if (now !== 'LOST' && person !== 'stranger' && person !== 'member')
          expect(direct).toEqual(invalid('/state', message));
        walked += 1;
      }
  expect(walked).toBeGreaterThanOrEqual(5 * states.transitions.length * NAMES.length);
}, 60_000);

it('[CONS-01] [PERM-01] in a fixed state an item cannot be changed, deleted, or removed with another', async () => {
  const { services } = world;
  const metadata = { at: new Date(), by: id('member'), actor: undefined };
  const insert = async (type: string, values: Body): Promise<string> =>
    (await services.database.transaction((tx) => services.items.insert(tx, type, values, metadata))).id;
  const book = await insert('Book', { title: 'Mended', shelf: id('shelf') });
  const item = await insert('Repair', { title: 'Done', shelf: id('shelf'), book, state: 'DONE' });
  const fixed = invalid('/state', 'errors.state.fixed');
  for (const name of ['admin', 'keeper', 'member'] as const) {
    expect(await ask(name, 'isAllowed', { id: item, actions: ['update', 'delete', 'read'] })).toEqual({
      ...{ update: false, delete: false, read: true },
    });
    expect(await ask(name, 'update', { $id: item, _u: 1, title: 'Other' })).toEqual(fixed);
    expect(await ask(name, `delete/${item}`, { _u: 1 })).toEqual(fixed);
  }
  expect(await ask('admin', `delete/${book}`, { _u: 1 })).toEqual({ refused: 'inUse' });
  expect(await read(item)).toMatchObject({ title: 'Done', book });
  expect(await act('admin', 'transition', item, { name: 'resume' })).toMatchObject({ state: 'UNDER_WAY' });
  expect(await ask('keeper', 'update', { $id: item, _u: 2, title: 'Other' })).toMatchObject({ _u: 3 });
  expect(await ask('admin', `delete/${book}`, { _u: 1 })).not.toHaveProperty('refused');
  expect(await read(item)).toHaveProperty('refused');
});

it('[CONS-01] what is missing is named, a guard holds, a reason is kept, and of two at once one moves it', async () => {
  expect(await ask('admin', 'create/Repair', { title: 'Done', shelf: id('shelf'), state: 'DONE' })).toEqual(
    invalid('/state', 'errors.state.transition'),
  );
  const item = await newRepair();
  expect(await act('keeper', 'transition', item, { name: 'accept' })).toEqual(invalid('/book', 'errors.required'));
  await ask('keeper', 'update', { $id: item, _u: 1, book: id('PUBLIC') });
  expect(await act('keeper', 'transition', item, { name: 'accept' })).toEqual(invalid('/state', 'errors.state.guard'));
  await ask('keeper', 'update', { $id: item, _u: 2, cost: 5 });
  const both = await Promise.all(
    (['keeper', 'admin'] as const).map((name) => act(name, 'transition', item, { name: 'accept' })),
  );
  expect(both).toContainEqual({ state: 'UNDER_WAY', _u: 4 });
  expect(both).toContainEqual(invalid('/state', 'errors.state.moved', { state: 'UNDER_WAY' }));
  expect(await read(item)).toMatchObject({ state: 'UNDER_WAY', accepted: expect.any(String) as string });
  expect(await act('keeper', 'transition', item, { name: 'drop' })).toEqual(invalid('/reason', 'errors.required'));
  await act('keeper', 'transition', item, { name: 'drop', reason: 'Too far gone', u: 4 });
  await act('keeper', 'transition', item, { name: 'resume' });
  // Back where it was, and yet not what was seen.
  expect(await act('keeper', 'transition', item, { name: 'drop', reason: 'Again', u: 4 })).toEqual(
    invalid('/state', 'errors.state.moved', { state: 'UNDER_WAY' }),
  );
  expect(await eventsOf(item)).toMatchObject([
    { kind: 'repairAccepted' },
    { kind: 'repairDropped', description: 'Too far gone' },
  ]);
});

it('[WF-01] a condition compares approximate dates by the days that they cover', async () => {
  const compared = { lt: '1900', gt: '1910', within: '1900/1920' };
  const steps = Object.entries(compared).map(([is, value]) => ({
    ...{ ...look, key: is, label: is },
    when: { path: 'bound', is, value },
  }));
  const routine = await newRoutine([...steps, mend]);
  const needed = async (bound: string): Promise<readonly string[]> => {
    const item = await newRepair({ bound });
    await act('keeper', 'transition', item, { name: 'accept' });
    const begun = stepsOf(await act('keeper', 'setWorkflow', item, { workflow: routine }));
    return Object.keys(compared).filter((key) => begun[key] === 'ACTIVE');
  };
  expect(await needed('1899-12~')).toEqual(['lt']);
  expect(await needed('1900-21')).toEqual(['within']);
  expect(await needed('190X')).toEqual(['within']);
  expect(await needed('1911/1915')).toEqual(['gt', 'within']);
  expect(await needed('1905/1925')).toEqual([]);
  expect(await needed('../1880')).toEqual(['lt']);
  expect(await needed('XXXX')).toEqual([]);
});

it('[WF-01] a workflow runs from its template to its end, and the item says where it stands', async () => {
  const bad = [{ ...look, when: { all: [{ path: 'cost', is: 'about' }] } }];
  expect(await newRoutine(bad)).toContain('errors.workflow.badCondition');
  const circle = [{ ...look, after: ['mend'] }, mend];
  expect(await newRoutine(circle)).toContain('errors.workflow.circle');
  const routine = await newRoutine([
    { ...look, ...assigned('member') },
    { ...mend, assign: { capability: 'Library' }, when: { outcome: ['look', ['WORTH']] } },
  ]);
  const item = await newRepair({ book: id('PUBLIC'), cost: 1, due: '2027-01-31' });
  await act('keeper', 'transition', item, { name: 'accept' });
  expect(await act('member', 'setWorkflow', item, { workflow: routine })).toEqual({ refused: 'notAllowed' });
  const begun = await act('keeper', 'setWorkflow', item, { workflow: routine });
  expect(stepsOf(begun)).toEqual({ look: 'ACTIVE', mend: 'BLANK' });
  const calendar = calendarFrom((await read(id('shelf')))['calendar'], 'UTC');
  const due = addWorkingDays(calendar, organisationDay(), 5);
  expect(due).toBe(organisationDay(6));
  expect((await read(item))['_wf']).toEqual({
    ...{ workflow: routine, version: 1, state: 'LOOK', done: 0, steps: 2 },
    ...{ $assigned: [id('member')], $assignedDue: due },
  });
  // The assigned person may do the step, and nothing else with the item.
  const first = stepId(begun, 'look');
  const done = { step: 'look', state: 'COMPLETE', outcome: 'WORTH' };
  expect(await act('member', 'setStepState', item, done)).toEqual(invalid('/finding', 'errors.required'));
  expect(await ask('member', 'update', { $id: first, _u: 1, group: 9 })).toMatchObject({ refused: 'invalid' });
  await act('member', 'applyStepProps', item, { step: first, props: { finding: 'The spine is broken' } });
  expect(await act('member', 'setStepState', item, { ...done, outcome: 'SINGING' })).toEqual(
    invalid('/outcome', 'errors.invalidChoice'),
  );
  const both = await Promise.all((['member', 'keeper'] as const).map((name) => act(name, 'setStepState', item, done)));
  expect(both).toContainEqual(invalid('/state', 'errors.state.moved', { state: 'COMPLETE' }));
  const next = both.find(({ refused }) => refused === undefined) ?? {};
  expect(stepsOf(next)).toEqual({ look: 'COMPLETE', mend: 'PENDING' });
  expect(await read(first)).toMatchObject({ stamped: { by: expect.any(String) as string }, outcome: 'WORTH' });
  expect((await read(item))['_wf']).toMatchObject({ $assigned: [id('keeper')], done: 1, state: 'LOOK' });
  // A person starts it; its end moves the repair.
  const second = stepId(next, 'mend');
  expect(await act('keeper', 'setStepState', item, { step: second, state: 'COMPLETE' })).toEqual(
    invalid('/state', 'errors.state.moved', { state: 'PENDING' }),
  );
  await act('keeper', 'transition', second, { name: 'start' });
  expect((await read(item))['_wf']).toMatchObject({ state: 'MEND' });
  expect(await act('keeper', 'transition', second, { name: 'complete' })).toMatchObject({ state: 'COMPLETE' });
  const after = await read(item);
  expect(after).toMatchObject({ state: 'DONE', _wf: { done: 2, steps: 2 } });
  expect(after['_wf']).not.toHaveProperty('$assigned');
  expect(await kindsOf(item)).toEqual([
    ...['repairAccepted', 'workflowStepsApplied', 'stepAssigned', 'stepStateSet', 'stepAssigned'],
    ...['stepStateSet', 'stepStateSet'],
  ]);
  await expect
    .poll(async () => (await ask('member', 'act/fetchNotifications', on(id('member'))))['items'], { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ $kind: 'stepAssigned', $context: item }));
  // A person who may not read the item finds none of its steps.
  for (const each of [first, second]) expect(await read(each, 'stranger')).toEqual({ refused: 'notFound' });
  expect(await eventsOf(item, 'stranger')).toEqual([]);
  for (const action of ['setWorkflow', 'setStepState', 'applySteps', 'stopClock'])
    expect(
      await act('stranger', action, item, { workflow: routine, step: 'look', state: 'SKIP', reason: 'x' }),
    ).toHaveProperty('refused');
});

it('[WF-01] a step that is reopened is decided again; one can be added, left out and forced', async () => {
  const routine = await newRoutine([
    { ...look, next: { WORTH: ['mend'], BEYOND: ['tell'] } },
    mend,
    { key: 'tell', kind: 'RPR_LOOK', label: 'Tell the owner', group: 2 },
  ]);
  const item = await newRepair();
  const begun = await act('keeper', 'setWorkflow', item, { workflow: routine });
  await act('keeper', 'applyStepProps', item, { step: 'look', props: { finding: 'Torn' } });
  expect(await act('keeper', 'setStepState', item, { step: 'look', state: 'COMPLETE' })).toEqual(
    invalid('/outcome', 'errors.required'),
  );
  const one = await act('keeper', 'setStepState', item, { step: 'look', state: 'COMPLETE', outcome: 'BEYOND' });
  expect(stepsOf(one)).toEqual({ look: 'COMPLETE', mend: 'SKIP', tell: 'ACTIVE' });
  const again = await act('keeper', 'transition', stepId(begun, 'look'), { name: 'reopen', reason: 'Looked too fast' });
  expect(again).toMatchObject({ state: 'ACTIVE' });
  const two = await act('keeper', 'setStepState', item, { step: 'look', state: 'COMPLETE', outcome: 'WORTH' });
  expect(stepsOf(two)).toEqual({ look: 'COMPLETE', mend: 'PENDING', tell: 'ACTIVE' });
  const left = await act('keeper', 'setStepState', item, { step: 'tell', state: 'SKIP', reason: 'They know' });
  expect(stepsOf(left)).toMatchObject({ tell: 'SKIP' });
  expect(await act('keeper', 'addStep', item, { kind: 'RPR_MEND', label: 'Not by hand' })).toMatchObject({
    refused: 'invalid',
  });
  const added = await act('keeper', 'addStep', item, {
    kind: 'RPR_LOOK',
    label: 'Look at the cover',
    ...assigned('member'),
    due: '2031-05-05',
  });
  expect(stepsOf(added)).toMatchObject({ added4: 'ACTIVE' });
  expect((await read(item))['_wf']).toMatchObject({
    steps: 4,
    $assigned: [id('member')],
    $assignedDue: expect.any(String) as string,
  });
  const force = { step: 'added4', state: 'SKIP', reason: 'Seen already' };
  expect(await act('member', 'forceStepState', item, force)).toEqual({ refused: 'notAllowed' });
  expect(await act('keeper', 'forceStepState', item, { ...force, reason: ' ' })).toEqual(
    invalid('/reason', 'errors.required'),
  );
  expect(stepsOf(await act('keeper', 'forceStepState', item, force))).toMatchObject({ added4: 'SKIP' });
  // Forcing it again to the same state changes nothing.
  expect(await act('keeper', 'forceStepState', item, force)).toEqual(
    invalid('/state', 'errors.state.moved', { state: 'SKIP' }),
  );
  expect(await act('member', 'forceWorkflowState', item, { state: 'BACK', reason: 'x' })).toEqual({
    refused: 'notAllowed',
  });
  expect(await act('keeper', 'forceWorkflowState', item, { state: 'NOWHERE', reason: 'x' })).toEqual(
    invalid('/state', 'errors.invalidChoice'),
  );
  await act('keeper', 'forceWorkflowState', item, { state: 'BACK', reason: 'It was found' });
  expect((await read(item))['_wf']).toMatchObject({ state: 'BACK', forced: true });
  expect(await act('keeper', 'forceWorkflowState', item, { state: 'BACK', reason: 'Again' })).toEqual(
    invalid('/state', 'errors.state.moved', { state: 'BACK' }),
  );
  // A finished workflow is not replaced; an administrator clears it first.
  expect(await act('keeper', 'setWorkflow', item, { workflow: routine })).toEqual(
    invalid('/workflow', 'errors.workflow.running'),
  );
  expect(await act('member', 'clearWorkflow', item, { reason: 'x' })).toEqual({ refused: 'notAllowed' });
  expect(stepsOf(await act('keeper', 'clearWorkflow', item, { reason: 'Begun by mistake' }))).toEqual({});
  expect(await read(item)).not.toHaveProperty('_wf');
  const manual = await act('keeper', 'initManual', item, { steps: [look] });
  expect(stepsOf(manual)).toEqual({ look: 'ACTIVE' });
  expect((await eventsOf(item)).slice(-4)).toMatchObject([
    { kind: 'stepStateForced', description: 'Look at the cover: Seen already' },
    { kind: 'workflowStateForced', description: 'It was found' },
    { kind: 'workflowCleared', description: 'Begun by mistake' },
    { kind: 'workflowManualInit' },
  ]);
});

it('[WF-02] a running workflow keeps its version until the newer one is brought in, which is shown first', async () => {
  const routine = await newRoutine([look, mend]);
  const item = await newRepair();
  await act('keeper', 'setWorkflow', item, { workflow: routine });
  const steps = [
    { ...look, days: 9 },
    { ...look, key: 'photo', label: 'Take a picture', group: 1 },
  ];
  await ask('keeper', 'update', { $id: routine, _u: 1, steps });
  expect(await read(routine)).toMatchObject({ version: 2 });
  expect((await read(item))['_wf']).toMatchObject({ version: 1, steps: 2 });
  const preview = await act('keeper', 'applySteps', item, { preview: true });
  expect(preview).toEqual({
    ...{ from: 1, to: 2, remove: [{ key: 'mend', label: 'Mend it' }], keep: [] },
    add: [{ key: 'photo', label: 'Take a picture', kind: 'RPR_LOOK' }],
    change: [{ key: 'look', label: 'Look at it', names: ['days'] }],
  });
  expect((await read(item))['_wf']).toMatchObject({ version: 1, steps: 2 });
  const applied = await act('keeper', 'applySteps', item);
  expect(stepsOf(applied)).toEqual({ look: 'ACTIVE', photo: 'ACTIVE' });
  expect((await read(item))['_wf']).toMatchObject({ version: 2, steps: 2 });
  await act('keeper', 'transition', item, { name: 'drop', reason: 'Sold' });
  expect((await read(item))['_wf']).toMatchObject({ done: 2, steps: 2 });
  expect(await read(stepId(applied, 'photo'))).toMatchObject({ state: 'SKIP', reason: 'Sold' });
  const dry = await act('keeper', 'dryRunWorkflow', routine, { item });
  expect(dry).toMatchObject({ faults: [], steps: [{ key: 'look', needed: 'yes' }, { key: 'photo' }] });
  expect(await act('stranger', 'dryRunWorkflow', routine)).toEqual({ refused: 'notFound' });
});

it('[WF-03] the clock of the law stops once, moves what is due, and reminders come once each and climb', async () => {
  const { services } = world;
  const routine = await newRoutine([{ ...look, ...assigned('member') }]);
  const item = await newRepair({ due: '2027-01-31' });
  expect((await read(item))['_clock']).toEqual({ due: '2027-01-31' });
  const begun = await act('keeper', 'setWorkflow', item, { workflow: routine });
  const due = String(((await read(item))['_wf'] as Body)['$assignedDue']);
  expect(await act('keeper', 'restartClock', item)).toEqual(invalid('/_clock', 'errors.workflow.clockGoes'));
  await act('keeper', 'stopClock', item, { reason: 'Waiting for the owner' });
  expect(await act('keeper', 'stopClock', item, { reason: 'Twice' })).toEqual(
    invalid('/_clock', 'errors.workflow.clockStands'),
  );
  // The day is unknown until the clock continues.
  expect((await read(item))['_clock']).not.toHaveProperty('due');
  const remind = (day: string): Promise<void> =>
    createRemindOfSteps({ ...services, clock: { now: () => new Date(`${day}T20:00:00Z`) } })(
      {},
      new AbortController().signal,
    );
  const reminded = async (): Promise<Body[]> => (await eventsOf(item)).filter(({ kind }) => kind === 'stepDueReminded');
  await remind(due);
  expect(await reminded()).toEqual([]);
  // It stood for ten days, and the step had begun before.
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const stop = { from: ago(10), reason: 'x', by: id('keeper') };
  const write = (changed: string, values: Body): Promise<unknown> =>
    services.database.transaction(async (tx) => {
      const stored = await services.items.find(tx, changed, true);
      if (!stored) throw new Error(changed);
      return services.items.write(tx, stored, values, { at: new Date(), by: id('keeper'), actor: undefined });
    });
  await write(item, { _clock: { stops: [stop] } });
  await write(stepId(begun, 'look'), { started: ago(11) });
  await act('keeper', 'restartClock', item);
  expect((await read(item))['_clock']).toMatchObject({
    due: '2027-02-10',
    stops: [{ until: expect.any(String) as string }],
  });
  const moved = String(((await read(item))['_wf'] as Body)['$assignedDue']);
  expect(moved).toBe(addDays(due, 10));
  for (const days of [-3, -2, -2, 0, 1, 1]) await Promise.all([1, 2].map(() => remind(addDays(moved, days))));
  expect((await reminded()).map(({ to }) => to)).toEqual([[id('member')], [id('member')], [id('member')]]);
  await remind(addDays(moved, 4));
  expect((await reminded()).at(-1)).toMatchObject({ to: [id('member'), id('keeper')] });
  await act('keeper', 'forceStepState', item, {
    step: stepId(begun, 'look'),
    state: 'COMPLETE',
    reason: 'Done on paper',
  });
  await remind(addDays(moved, 11));
  expect(await reminded()).toHaveLength(4);
});

it('[WF-03] the steps of blocked or removed people stay, without them, and the owner is notified', async () => {
  const made = await ask('admin', 'create/User', {
    name: 'Helper',
    email: 'helper@toy.test',
    memberships: [{ owner: id('shelf'), reads: 'COMMUNITY' }],
  });
  const helper = String(made['$id']);
  const routine = await newRoutine([
    { ...look, assign: { users: [helper] } },
    { ...look, key: 'too', ...assigned('member') },
  ]);
  const [one, two] = [await newRepair(), await newRepair()];
  await act('keeper', 'setWorkflow', one, { workflow: routine });
  expect((await read(one))['_wf']).toMatchObject({ $assigned: [helper, id('member')] });
  await ask('admin', 'update', { $id: helper, _u: Number((await read(helper, 'admin'))['_u']), blocked: true });
  expect((await read(one))['_wf']).toMatchObject({ $assigned: [id('member')], done: 0 });
  expect((await eventsOf(one)).at(-1)).toMatchObject({ kind: 'stepUnassigned', to: [id('keeper')] });
  // Blocked people are not asked.
  await act('keeper', 'setWorkflow', two, { workflow: routine });
  expect((await read(two))['_wf']).toMatchObject({ $assigned: [id('member')] });
  expect((await eventsOf(two)).map(({ kind }) => kind)).toContain('stepUnassigned');
  // The same for an administrator of the site.
  await ask('admin', 'update', { $id: helper, _u: Number((await read(helper, 'admin'))['_u']), blocked: false });
  await world.services.accounts.create(helper, 'helper@toy.test', 'a good password');
  const three = await newRepair();
  await act('keeper', 'setWorkflow', three, { workflow: routine });
  expect((await read(three))['_wf']).toMatchObject({ $assigned: [helper, id('member')] });
  await setBlocked(world.services, ['--email', 'helper@toy.test'], true);
  expect((await read(three))['_wf']).toMatchObject({ $assigned: [id('member')] });
  expect((await eventsOf(three)).at(-1)).toMatchObject({ kind: 'stepUnassigned', to: [id('keeper')] });
});

it('[WF-03] a person who leaves the organization, or may no longer read the item, is removed from its steps, and the work continues', async () => {
  const shelf = id('shelf');
  const memberships = [{ owner: shelf, reads: 'PRIVATE' }];
  const made = await ask('admin', 'create/User', { name: 'Leaver', email: 'leaver@toy.test', memberships });
  const leaver = String(made['$id']);
  const save = async (changes: Body): Promise<void> => {
    const { _u } = await read(leaver, 'admin');
    expect(await ask('admin', 'update', { $id: leaver, _u: Number(_u), ...changes })).not.toHaveProperty('refused');
  };
  const item = await newRepair();
  await act('keeper', 'setWorkflow', item, { workflow: await newRoutine([{ ...look, assign: { users: [leaver] } }]) });
  expect((await read(item))['_wf']).toMatchObject({ $assigned: [leaver] });
  // A right that still lets them read the item changes nothing.
  await save({ memberships: [{ owner: shelf, reads: 'COMMUNITY' }] });
  expect((await read(item))['_wf']).toMatchObject({ $assigned: [leaver] });
  await save({ memberships: [] });
  expect((await read(item))['_wf']).not.toHaveProperty('$assigned');
  expect((await eventsOf(item)).at(-1)).toMatchObject({ kind: 'stepUnassigned', to: [id('keeper')] });
  await act('keeper', 'applyStepProps', item, { step: 'look', props: { finding: 'Torn' } });
  await act('keeper', 'setStepState', item, { step: 'look', state: 'COMPLETE', outcome: 'WORTH' });
  expect((await read(item))['_wf']).toMatchObject({ done: 1 });
});

it('[WF-01] only its workflow creates and removes a step, not an administrator', async () => {
  expect(await ask('admin', 'create/RprLook', { note: 'Stray' })).toEqual({ refused: 'notAllowed' });
  const item = await newRepair();
  const begun = await act('keeper', 'setWorkflow', item, { workflow: await newRoutine([look]) });
  const step = stepId(begun, 'look');
  expect(await ask('admin', `delete/${step}`, { _u: 1 })).toEqual({ refused: 'notAllowed' });
  const told = await ask('admin', 'isAllowed', { id: step, actions: ['update', 'delete', 'create'] });
  expect(told).toEqual({ update: true, delete: false, create: false });
  expect((await read(item))['_wf']).toMatchObject({ steps: 1 });
});
