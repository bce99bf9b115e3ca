// All events of a workflow, on the product's own types and over the wire: caused over a socket and over HTTP, visible to readers of the
// item, notified to the declared recipients, and unknown to all others.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { registry } from 'src/generated/registry.server.ts';
import { createRemindOfSteps } from 'src/server/workflow/remindOfSteps.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

const [OURS, ASKED, ADMIN, OUTSIDE] = [
  'capability holder',
  'protected reader',
  'owner administrator',
  'stranger',
] as const;

/** Declared by the engine with its base step. */
const KINDS = [
  ...['workflowManualInit', 'workflowStepsApplied', 'workflowStateForced', 'workflowCleared'],
  ...['stepStateSet', 'stepStateForced', 'stepAssigned', 'stepUnassigned', 'stepDueReminded'],
];

let world: ProductWorld;
let socket: TestSocket;

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const targetOf = (id: ItemId): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
/** By the coordinator, over the socket. */
const act = async (id: ItemId, name: string, input: Body): Promise<Body> => {
  const { erred, b } = await socket.ask(`act/${name}`, { ...targetOf(id), ...input });
  if (erred === true) throw new Error(`${name} answered ${JSON.stringify(b)}`);
  return b as Body;
};
/** By who administers the community, over HTTP. */
const force = async (id: ItemId, name: string, input: Body): Promise<Body> =>
  okOf(await world.ask(ADMIN, `act/${name}`, { ...targetOf(id), ...input }));
const eventsOf = async (actor: string, id: ItemId): Promise<Body[]> => {
  const { ids } = okOf(await world.ask(actor, 'search/ids', { must: { _t: ['Event'], context: [id] }, max: 100 }));
  const found = Object.values(okOf(await world.ask(actor, 'readMany/object', ids ?? []))) as Body[];
  return found
    .filter(({ kind }) => KINDS.includes(String(kind)))
    .toSorted((one, other) => Number(one['_i']) - Number(other['_i']));
};
const noticesOf = async (actor: string, id: ItemId): Promise<string[]> => {
  const { items = [] } = okOf(await world.ask(actor, 'act/fetchNotifications', targetOf(world.idOf(actor))));
  return (items as Body[]).filter(({ $context }) => $context === id).map(({ $kind }) => String($kind));
};
const stepIn = (answer: Body): ItemId => String((answer['steps'] as Body[])[0]?.['$id']);

const newResponse = async (): Promise<ItemId> => {
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: 'road' },
    more: { projectName: 'Road', communities: [world.own], state: 'CONSULTING' },
  });
  const more = { consultation, community: world.own, state: 'PENDING', selected: true };
  return world.newItem({ type: 'ConsultResponse', level: 'PROTECTED', mark: 'answer', more });
};
const newFieldwork = (): Promise<ItemId> =>
  world.newItem({
    ...{ type: 'GeoKeeperFieldwork', level: 'PROTECTED', mark: 'walk' },
    more: { label: 'Walk', ownedBy: world.own, start: '2031-05-01', state: 'ACTIVE' },
  });

const SUBJECTS = [
  { type: 'ConsultResponse', make: newResponse, kind: 'RWF_SIMPLE', state: 'REVIEW' },
  { type: 'GeoKeeperFieldwork', make: newFieldwork, kind: 'WKF_CONFIRM', state: 'IN_FIELD' },
] as const;

beforeAll(async () => {
  world = await openProductWorld();
  socket = await world.socket(OURS);
});
afterAll(async () => {
  socket.close();
  await world.stop();
});

it('[WF-01] every type that has workflows is walked here', () => {
  expect(SUBJECTS.map(({ type }) => type)).toEqual(Object.keys(registry.workflows?.subjects ?? {}));
  for (const { type } of SUBJECTS)
    expect(KINDS.filter((kind) => world.services.events.noticeOf(kind, type) === undefined)).toEqual([]);
});

it.each(SUBJECTS)(
  '[WF-01] [WF-02] [NTFY-01] [PERM-05] each of the nine events of $type reaches only people who may read it',
  async ({ type, make, kind, state }) => {
    const reader = world.idOf(ASKED);
    const step = { key: 'look', kind, label: `Look ${type}`, group: 1, assign: { users: [reader] } };
    const template = await world.newItem({
      ...{ type: 'Workflow', level: 'PROTECTED', mark: `look ${type}` },
      more: { label: 'Look', owner: world.own, of: type, version: 1, state: 'ACTIVE', steps: [step] },
    });
    const id = await make();
    const live = await world.socket(ASKED);

    await act(id, 'initManual', { steps: [step] });
    await act(id, 'setStepState', { step: 'look', state: 'SKIP', reason: 'By word of mouth' });
    await force(id, 'clearWorkflow', { reason: 'Begun by mistake' });
    const again = stepIn(await act(id, 'setWorkflow', { workflow: template }));
    await force(id, 'forceWorkflowState', { state, reason: 'On paper' });
    const late = organisationDay(-1);
    await act(id, 'applyStepProps', { step: again, props: { $assignedDue: late } });
    const remind = createRemindOfSteps(world.services);
    await Promise.all([remind({}, new AbortController().signal), remind({}, new AbortController().signal)]);
    await act(id, 'applyStepProps', { step: again, props: { $assigned: null } });
    await force(id, 'forceStepState', { step: again, state: 'COMPLETE', reason: 'Seen' });

    const [ours, admin] = [world.idOf(OURS), world.idOf(ADMIN)];
    const label = `Look ${type}`;
    const told = await eventsOf(OURS, id);
    expect(told.map(({ kind: each, also, to, description }) => [each, also ?? [], to ?? [], description])).toEqual([
      ['workflowManualInit', [], [], undefined],
      // A step that was deleted with the workflow has no name.
      ['stepAssigned', [], [reader], label],
      ['stepStateSet', [], [], `${label}: By word of mouth`],
      ['workflowCleared', [], [], 'Begun by mistake'],
      ['workflowStepsApplied', [], [], undefined],
      ['stepAssigned', [again], [reader], label],
      ['workflowStateForced', [], [], 'On paper'],
      ['stepDueReminded', [again], [reader], label],
      ['stepUnassigned', [again], [reader], label],
      ['stepStateForced', [again], [], `${label}: Seen`],
    ]);
    expect(
      told.flatMap(({ kind: each, fromState, toState }) => (fromState ? [[each, fromState, toState]] : [])),
    ).toEqual([
      ['stepStateSet', 'ACTIVE', 'SKIP'],
      ['stepStateForced', 'ACTIVE', 'COMPLETE'],
    ]);
    expect(new Set(told.map((event) => event['kind']))).toEqual(new Set(KINDS));
    const who = told.map(({ _c }) => (_c as Body)['creator']);
    expect(who.filter((_, at) => at !== 7)).toEqual([ours, ours, ours, admin, ours, ours, admin, ours, admin]);
    expect([ours, admin, reader]).not.toContain(who[7]);
    expect((await eventsOf(ASKED, id)).map(({ kind: each }) => each)).toEqual(told.map(({ kind: each }) => each));
    expect(await eventsOf(OUTSIDE, id)).toEqual([]);

    await world.runJobs();
    await live.until(({ o, b }) => o === 'item/notify' && JSON.stringify(b).includes(id));
    live.close();
    const asked = await noticesOf(ASKED, id);
    expect(asked).toEqual(expect.arrayContaining(['stepAssigned', 'stepDueReminded']));
    expect(await noticesOf(OUTSIDE, id)).toEqual([]);
  },
);
