// Every declared state, every operation and every caller: consultations in both readings of their states, responses, letters, field work
// and every kind of step. A second, simple interpreter of the declared tables computes the expected results. Each case runs in a savepoint
// that is rolled back, so that all of them find the same items.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domain } from 'src/domain/server.ts';
import { fixtures } from 'src/generated/fixtures.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { isProblem } from 'src/model/problems.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import type { Context } from 'src/server/context.ts';
import { endpointsOf, type Services } from 'src/server/modules.ts';
import { createEndpointTable } from 'src/server/transport/endpointTable.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { casesToTake } from 'tests/runner/parts.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
let submitter: ItemId;
let third: ItemId;
let template: ItemId;
let contact: ItemId;

/** People of the world who have these roles. */
const ROLES = {
  administrator: 'administrator',
  "owner's administrator": 'owner administrator',
  'coordinator who answers': 'capability holder',
  'coordinator of workflows': 'protected reader',
  member: 'member',
  'other community': 'private reader',
  proponent: 'stranger',
  "proponent's administrator": 'creator',
  visitor: undefined,
} as const;
type Role = keyof typeof ROLES;
const roles = Object.keys(ROLES) as readonly Role[];

const square: Json = {
  type: 'Polygon',
  coordinates: [
    [
      [-139.5, 50],
      [-138.5, 50],
      [-138.5, 51],
      [-139.5, 50],
    ],
  ],
};

beforeAll(async () => {
  world = await openProductWorld();
  const body = { type: 'Organization', level: 'COMMUNITY' } as const;
  submitter = await world.newItem({ ...body, mark: 'submitter' });
  third = await world.newItem({ ...body, mark: 'third', more: { type: 'COMMUNITY', displayName: 'Third' } });
  await world.change(world.own, { type: 'COMMUNITY', displayName: 'Own', territory: square });
  const at = (owner: ItemId, reads: string, capabilities: readonly string[], admin = false): Values => ({
    ...{ siteReads: null, siteCapabilities: null },
    memberships: [{ owner, reads, admin, capabilities }],
  });
  const belongs: Partial<Record<Role, Values>> = {
    "owner's administrator": at(world.own, 'PRIVATE', [], true),
    'coordinator who answers': at(world.own, 'COMMUNITY', ['ConsultRespond', 'GeoKeeper']),
    'coordinator of workflows': at(world.own, 'COMMUNITY', ['ResponseWorkflow']),
    member: at(world.own, 'COMMUNITY', []),
    'other community': at(third, 'PRIVATE', [...registry.capabilities], true),
    proponent: at(submitter, 'COMMUNITY', ['ConsultSubmit']),
    "proponent's administrator": at(submitter, 'PRIVATE', [], true),
  };
  for (const role of roles) {
    const values = belongs[role];
    if (values) await world.change(world.idOf(ROLES[role] ?? ''), values);
  }
  contact = await world.newItem({ type: 'Contact', level: 'COMMUNITY', mark: 'c', more: { _related: submitter } });
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1 }];
  template = await world.newItem({
    ...{ type: 'Workflow', level: 'PROTECTED', mark: 'template' },
    more: { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
});
afterAll(() => world.stop());

interface Asked {
  readonly tx: Transaction;
  readonly role: Role;
  readonly context: Context<Services>;
}

const contextOf = async (tx: Transaction, role: Role): Promise<Context<Services>> => {
  const { services } = world;
  const actor = ROLES[role];
  const id = actor === undefined ? undefined : world.idOf(actor);
  const user = id === undefined ? undefined : await services.items.find(tx, id);
  const now = services.clock.now();
  const subject = id !== undefined && user ? (subjectFrom(id, user.properties, { now }) ?? VISITOR) : VISITOR;
  const readFilter = await services.readFilters.readFilterFor(subject);
  return { services, subject, readFilter, db: tx, tx, now, receiver: undefined };
};

const TAKEN_BACK = new Error('taken back');

/** Returns the answer and the resulting state, and rolls both back. */
const tried = async <T>(tx: Transaction, run: (inner: Transaction) => Promise<T>): Promise<T | string> => {
  const result: { value?: T } = {};
  try {
    await inSavepoint(tx, async (inner) => {
      result.value = await run(inner);
      throw TAKEN_BACK;
    });
  } catch (error) {
    if (error === TAKEN_BACK && 'value' in result) return result.value as T;
    if (!isProblem(error)) throw error;
    const [first] = (error.params?.['errors'] ?? []) as readonly { readonly message: string }[];
    return first ? first.message : error.key;
  }
  throw new Error('unreachable');
};

const operate = async (asked: Asked, inner: Transaction, operation: string, body: Values): Promise<unknown> => {
  const { entry, args = [] } = createEndpointTable(world.services, endpointsOf(domain))(operation) ?? {};
  const checked = entry?.check(body, args, asked.context.subject);
  if (!checked?.run) throw new Error(operation);
  return await checked.run({ ...asked.context, db: inner, tx: inner });
};

/** The second reader of rules. */
const holds = (
  rule: Predicate | undefined,
  stored: StoredItem,
  { context }: Asked,
  related: readonly StoredItem[],
): boolean => {
  const { subject } = context;
  if (rule === undefined || subject.userId === undefined) return false;
  if (subject.admin) return true;
  const within = (each: Predicate): boolean => holds(each, stored, { context } as Asked, related);
  const at = (test: (membership: (typeof subject.memberships)[number]) => boolean): boolean =>
    subject.memberships.some((each) => stored.owners.includes(each.owner) && test(each));
  const behind = (rel: string): readonly StoredItem[] => {
    const value = stored.properties[rel];
    const ids = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return related.filter(({ id, acl }) => ids.includes(id) && context.readFilter.canRead(acl));
  };
  if ('any' in rule) return rule.any.some(within);
  if ('all' in rule) return rule.all.every(within);
  if ('not' in rule) return !within(rule.not);
  if ('cap' in rule) return at(({ capabilities }) => capabilities.includes(rule.cap));
  if ('principal' in rule) return rule.principal === 'ownerAdmin' && at(({ admin }) => admin);
  if ('eq' in rule) return stored.properties[rule.eq[0]] === rule.eq[1];
  if ('in' in rule) return rule.in[1].includes(stored.properties[rule.in[0]] ?? null);
  if ('has' in rule)
    return ((stored.properties[rule.has[0]] ?? []) as readonly Json[]).includes(
      rule.has[1] === '$user.id' ? subject.userId : rule.has[1],
    );
  if ('empty' in rule) return stored.properties[rule.empty] === undefined;
  if ('via' in rule)
    return behind(rule.via.rel).some((each) => holds(rule.via.where, each, { context } as Asked, related));
  if ('may' in rule)
    return behind(rule.may.rel).some((each) =>
      holds(registry.types[each.type]?.server.access.actions[rule.may.action], each, { context } as Asked, related),
    );
  throw new Error(`No reading of ${JSON.stringify(rule)}`);
};

interface Made {
  readonly item: StoredItem;
  /** Rights on the item itself, for operations on its workflow. */
  readonly step: StoredItem | undefined;
  readonly related: readonly StoredItem[];
  /** A text that everyone with the right to update the item may change. */
  readonly text: string;
}

const insert = (tx: Transaction, type: string, values: Values): Promise<StoredItem> => {
  const metadata = { at: new Date(), by: world.idOf('administrator'), actor: undefined };
  return world.services.items.insert(tx, type, values, metadata);
};
const found = async (tx: Transaction, id: ItemId): Promise<StoredItem> => {
  const stored = await world.services.items.find(tx, id);
  if (!stored) throw new Error(id);
  return stored;
};

/** Filled, so that no transition lacks anything. */
const consultation = (state: string): Values => ({
  ...{ state, projectName: 'Road', projectDescription: 'A road', projectType: 'BRIDGE', projectArea: square },
  ...{ primaryOrg: submitter, primaryContacts: [contact], requestedResponseDate: '2031-05-01' },
  ...{ communities: [world.own], asked: [{ community: world.own, selected: true }] },
});
const newConsultation = async (tx: Transaction, state: string): Promise<Made> => {
  const item = await insert(tx, 'Consultation', consultation(state));
  return { item, step: undefined, text: 'projectDescription', related: [await found(tx, world.own)] };
};
const stepValues = (type: string, of: ItemId, state: string): Values => {
  const kind = Object.values(registry.steps).find((each) => each.type === type);
  const required = [...(kind?.required ?? []), ...(kind?.demands ?? [])].map((name): [string, Json] => {
    const property = registry.types[type]?.properties[name];
    const ids = property?.many === true ? [of] : of;
    return [
      name,
      property?.rel || property?.kind === 'relation' || property?.files ? ids : (fixtures[type]?.full[name] ?? of),
    ];
  });
  const base = { of, kind: kind?.kind ?? '', key: 'one', label: 'One', group: 1, state };
  return { ...Object.fromEntries(required), ...base };
};
const newResponse = async (tx: Transaction, state: string): Promise<Made> => {
  const about = await insert(tx, 'Consultation', consultation('CONSULTING'));
  const values = {
    consultation: about.id,
    community: world.own,
    outcome: 'NO_CONCERNS',
    selected: true,
    offlineDay: '2026-01-05',
    offlineWay: 'LETTER',
    state,
  };
  const item = await insert(tx, 'ConsultResponse', values);
  const step = await insert(tx, 'RwfSimple', stepValues('RwfSimple', item.id, 'ACTIVE'));
  return { item, step, text: 'summary', related: [item] };
};
const newFieldwork = async (tx: Transaction, state: string): Promise<Made> => {
  const item = await insert(tx, 'GeoKeeperFieldwork', {
    label: 'Walk',
    ownedBy: world.own,
    start: '2031-05-01',
    state,
  });
  const step = await insert(tx, 'WkfConfirm', stepValues('WkfConfirm', item.id, 'ACTIVE'));
  return { item, step, text: 'purpose', related: [item] };
};
const newLetter = async (tx: Transaction, state: string, about?: StoredItem): Promise<Made> => {
  const context = about ?? (await newResponse(tx, 'PENDING')).item;
  const values = { ...fixtures['Letter']?.full, context: context.id, to: submitter, state };
  const names = new Set(['context', 'to', 'state', 'subject', 'body', 'label']);
  const item = await insert(
    tx,
    'Letter',
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))),
  );
  return { item, step: undefined, text: 'subject', related: [context] };
};
const newStep =
  (type: string) =>
  async (tx: Transaction, state: string): Promise<Made> => {
    const of = registry.types[type]?.properties['of']?.rel?.to[0] ?? '';
    const parent = of === 'ConsultResponse' ? await newResponse(tx, 'PENDING') : await newFieldwork(tx, 'ACTIVE');
    const values = stepValues(type, parent.item.id, state);
    // The letter is sent, so every step about it has what it needs.
    const letter = registry.types[type]?.properties['letter'] && (await newLetter(tx, 'SENT', parent.item)).item.id;
    const item = await insert(tx, type, { ...values, ...(letter && { letter }) });
    return { item, step: undefined, text: 'note', related: [parent.item] };
  };

const on = (id: ItemId): Values => {
  const { type, number } = parseItemId(id);
  return { _t: type, _i: number };
};

type Right = 'subject' | 'ownerAdmin' | 'step';
/** The operations on the workflow of an item, by the right that each needs. */
const OPERATIONS: readonly (readonly [name: string, right: Right, input: (made: Made) => Values])[] = [
  ['setWorkflow', 'subject', () => ({ workflow: template })],
  [
    'initManual',
    'subject',
    ({ step }) => ({ steps: [{ key: 'a', kind: step?.properties['kind'] ?? 'RWF_SIMPLE', label: 'A', group: 1 }] }),
  ],
  ['addStep', 'subject', ({ step }) => ({ kind: step?.properties['kind'] ?? 'RWF_SIMPLE', label: 'A' })],
  ['stopClock', 'subject', () => ({ reason: 'Waits' })],
  ['restartClock', 'subject', () => ({})],
  ['applySteps', 'subject', () => ({ preview: true })],
  ['setStepState', 'step', () => ({ step: 'one', state: 'SKIP' })],
  ['applyStepProps', 'step', () => ({ step: 'one', props: { note: 'Seen' } })],
  ['forceStepState', 'ownerAdmin', () => ({ step: 'one', state: 'COMPLETE', reason: 'On paper' })],
  ['forceWorkflowState', 'ownerAdmin', () => ({ state: 'IN_PROGRESS', reason: 'On paper' })],
  ['clearWorkflow', 'ownerAdmin', () => ({ reason: 'Begun by mistake' })],
];

/** Further possible refusals for a person with the right, because of the item's values. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  restartClock: ['errors.workflow.clockGoes'],
  applySteps: ['errors.workflow.none'],
  setWorkflow: ['errors.workflow.notForThis'],
  forceWorkflowState: ['errors.invalidChoice'],
  addStep: ['errors.workflow.unknownKind'],
};

/** The records of steps are not done here, so the steps that end with them cannot be completed before. */
const answerOfMove = ({ type }: StoredItem, name: string): string => {
  const kind = Object.values(registry.steps).find((each) => each.type === type);
  return name === 'complete' && kind?.done ? 'errors.workflow.recordOpen' : 'done';
};

const walkItem = async (asked: Asked, made: Made): Promise<number> => {
  const { tx, role, context } = asked;
  const { item, step, related, text } = made;
  const type = registry.types[item.type];
  const states = type?.states;
  if (!type || !states) throw new Error(item.type);
  const state = String(item.properties[states.property]);
  const reads = context.readFilter.canRead(item.acl);
  const rule = (name: string): boolean => holds(type.server.access.actions[name], item, asked, related);
  const unseen = context.subject.userId === undefined ? ['notAllowed', 'notSignedIn'] : ['notFound'];
  let cases = 0;
  const expectAnswer = (name: string, answer: unknown, wanted: readonly unknown[]): void => {
    const said = typeof answer === 'string' ? answer : 'done';
    const fits = wanted.includes(said);
    expect({ type: item.type, state, role, name, said: fits ? wanted : said }).toEqual({
      type: item.type,
      state,
      role,
      name,
      said: wanted,
    });
    cases += 1;
  };
  const expected = (may: boolean, then: readonly string[]): readonly string[] => {
    if (!reads) return unseen;
    return may ? then : ['notAllowed'];
  };
  for (const { name, from, to, auto } of states.transitions) {
    const answer = await tried(tx, async (inner) => {
      const moved = (await operate(asked, inner, 'act/transition', {
        ...on(item.id),
        name,
        reason: 'So',
        u: item.u,
      })) as Values;
      // The answer equals the stored state.
      const after = await found(inner, item.id);
      expect({ name, state: after.properties[states.property], _u: after.u }).toEqual({ name, ...moved });
      if (moved['state'] !== to)
        expect({ name, follows: isStepType(registry, item.type) }).toEqual({ name, follows: true });
      return moved;
    });
    const then = from.includes(state) && to !== '*' ? answerOfMove(item, name) : 'errors.state.moved';
    expectAnswer(name, answer, expected(!auto && to !== '*' && rule(name), [then]));
  }
  const update = (changes: Values) =>
    tried(tx, (inner) => operate(asked, inner, 'update', { $id: item.id, _u: item.u, ...changes }));
  // In a fixed state, no caller can change it.
  const changed = (action: string, may: boolean, then: string): readonly string[] =>
    states.fixed.includes(state) ? expected(true, ['errors.state.fixed']) : expected(may && rule(action), [then]);
  expectAnswer('update', await update({ [text]: 'Other words' }), changed('update', true, 'done'));
  const other = type.properties[states.property]?.values?.find((each) => each !== state) ?? '';
  expectAnswer('state', await update({ [states.property]: other }), changed('update', true, 'errors.state.transition'));
  const removed = await tried(tx, (inner) => operate(asked, inner, `delete/${item.id}`, { _u: item.u }));
  const isStep = isStepType(registry, item.type);
  expectAnswer('delete', removed, changed('delete', !isStep, 'done'));
  if (isStep) {
    const made = await tried(tx, (inner) => operate(asked, inner, `create/${item.type}`, { note: 'Stray' }));
    expectAnswer('create', made, ['notAllowed']);
  }
  const declared = registry.workflows?.subjects[item.type];
  // A step is no item that has a workflow: then not even an administrator.
  const asks = isStep && role !== 'administrator' ? [] : OPERATIONS;
  for (const [name, right, input] of asks) {
    const answer = await tried(tx, (inner) => operate(asked, inner, `act/${name}`, { ...on(item.id), ...input(made) }));
    const may: Readonly<Record<Right, () => boolean>> = {
      subject: () => rule(declared?.may ?? ''),
      ownerAdmin: () => holds({ principal: 'ownerAdmin' }, item, asked, related),
      step: () =>
        step !== undefined && holds(registry.types[step.type]?.server.access.actions['update'], step, asked, related),
    };
    const clock = name.endsWith('Clock') && declared?.clock === undefined;
    expectAnswer(
      name,
      answer,
      expected(declared !== undefined && !clock && may[right](), ['done', ...(SAID[name] ?? [])]),
    );
  }
  return cases;
};

const statesOf = (type: string): readonly string[] => {
  const { properties, states } = registry.types[type] ?? {};
  return properties?.[states?.property ?? '']?.values ?? [];
};

const WALKED = ['Consultation', 'ConsultResponse', 'GeoKeeperFieldwork', 'Letter'] as const;
const stepTypes = Object.values(registry.steps).map(({ type }) => type);
const walked = casesToTake(
  'workflows: types and states',
  [...WALKED, ...stepTypes].flatMap((type) => statesOf(type).map((state) => ({ type, state }))),
  ({ type, state }) => `${type} ${state}`,
);
const statesWalked = (type: string): string[] => walked.filter((each) => each.type === type).map(({ state }) => state);

const walk = async (
  type: string,
  make: (tx: Transaction, state: string) => Promise<Made>,
  asking = roles,
): Promise<number> => {
  let cases = 0;
  for (const state of statesWalked(type)) {
    const done = world.services.database.transaction(async (tx) => {
      const made = await make(tx, state);
      for (const role of asking) cases += await walkItem({ tx, role, context: await contextOf(tx, role) }, made);
      throw TAKEN_BACK;
    });
    await done.catch((error: unknown) => {
      if (error !== TAKEN_BACK) throw error;
    });
  }
  return cases;
};

describe('[CONS-01] [WF-01] every state, operation and role, as the tables say', () => {
  it.each([
    ['Consultation', newConsultation],
    ['ConsultResponse', newResponse],
    ['GeoKeeperFieldwork', newFieldwork],
    ['Letter', newLetter],
  ] as const)(
    '%s',
    async (type, make) => {
      const states = statesWalked(type).length;
      expect(await walk(type, make)).toBeGreaterThanOrEqual(states * roles.length * (OPERATIONS.length + 1));
    },
    180_000,
  );

  it('[WF-02] steps of every kind', async () => {
    // All kinds of steps share their rules, so all callers are tested on one kind for each type of items, and two of them on the others.
    const whole = new Set(['RwfSimple', 'GkfWorkItems', 'WkfConfirm']);
    const some: readonly Role[] = ['coordinator who answers', 'member'];
    for (const type of stepTypes) {
      const asking = whole.has(type) ? roles : some;
      // A transition, an update, its state, its removal and a stray one, in each state for each person.
      const least = statesWalked(type).length * asking.length * 5;
      const cases = await walk(type, newStep(type), asking);
      expect({ type, cases, isWhole: cases >= least }).toEqual({ type, cases, isWhole: true });
    }
  }, 180_000);
});
