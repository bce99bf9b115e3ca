// The audit of consultations: every declared event of a consultation, a response, its steps and concerns is caused once by a person with
// the right to it. It is then once in the audit, with person, action, time, organization and project, and each reader finds exactly the
// events that they may see.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createDueEvents } from 'src/server/events/dueEvents.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { createRemindOfSteps } from 'src/server/workflow/remindOfSteps.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { AREA, okOf, operationsOf, requestBody, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS, THEIRS, CHIEF] = [
  ...(['stranger', 'capability holder', 'private reader', 'owner administrator'] as const),
];
const EVERYBODY = [SUBMITTER, OURS, THEIRS, CHIEF, 'member', 'protected reader', 'administrator', 'visitor'] as const;
const SERVER = 'server';
const DUE = '2031-05-01';

let world: ProductWorld;
let submitter: ItemId;
let third: ItemId;
let contact: ItemId;
/** Goes through the tests in their order. */
let consultation: ItemId;
let ours: ItemId;
let theirs: ItemId;
let concern: ItemId;

const operations = operationsOf(() => world);
const { read, organizationOf } = operations;
const act = async (...asked: Parameters<typeof operations.act>): Promise<Body> => okOf(await operations.act(...asked));
const move = async (...asked: Parameters<typeof operations.move>): Promise<Body> =>
  okOf(await operations.move(...asked));
const save = async (...asked: Parameters<typeof operations.save>): Promise<Body> =>
  okOf(await operations.save(...asked));
const create = async (actor: string, type: string, values: Body): Promise<ItemId> =>
  String(okOf(await world.ask(actor, `create/${type}`, values))['$id']);
const remove = async (actor: string, id: ItemId): Promise<void> => {
  okOf(await world.ask(actor, `delete/${id}`, { _u: (await read(actor, id))['_u'] ?? 0 }));
};
/** Runs the jobs of that day, like the clock of the job queue. */
const onDay = async (day: string): Promise<void> => {
  const clock = { now: () => instantOf(day, '12:00', ORGANISATION_ZONE) ?? new Date() };
  await createDueEvents({ ...world.services, clock })({}, new AbortController().signal);
};
const remindOn = async (day: string): Promise<void> => {
  const clock = { now: () => instantOf(day, '12:00', ORGANISATION_ZONE) ?? new Date() };
  await createRemindOfSteps({ ...world.services, clock })({}, new AbortController().signal);
};

const storedEvents = async (): Promise<readonly StoredItem[]> => {
  const { database, items } = world.services;
  const rows = await database.query<{ i: number }>('select i from item where t = $1 order by i', [
    registry.types['Event']?.number,
  ]);
  const found = await items.findMany(
    database,
    rows.map(({ i }) => `Event-${i}`),
  );
  return found.filter(({ properties }) => properties['area'] === 'consult');
};
/** All observed events. */
const seen = new Map<ItemId, StoredItem>();

interface Happening {
  readonly kind: string;
  readonly of: ItemId;
  readonly by: string;
  /** Owner of the item. */
  readonly owner: ItemId;
  /** Undefined for what is gone itself. */
  readonly project: ItemId | undefined;
}
const happening = (by: string, of: ItemId, kind: string, more: Partial<Happening> = {}): Happening => {
  const owner = of === ours || of === concern ? world.own : of === theirs ? third : submitter;
  return { kind, of, by, owner, project: consultation, ...more };
};
const byKind = (all: readonly Happening[]): readonly Happening[] =>
  all.toSorted((one, other) => `${one.kind} ${one.of}`.localeCompare(`${other.kind} ${other.of}`));

/** The action writes these events, each once, and no others; today, or on the day of the clock. */
const writes = async (
  work: () => Promise<unknown>,
  expected: () => readonly Happening[],
  day = organisationDay(),
): Promise<void> => {
  await work();
  const fresh = (await storedEvents()).filter(({ id }) => !seen.has(id));
  for (const each of fresh) seen.set(each.id, each);
  const facts = fresh.map(({ properties, creator }): Happening => {
    const { kind, context, gone, owner, project } = properties;
    const by = creator === 'User-0' ? SERVER : (EVERYBODY.find((actor) => world.idOf(actor) === creator) ?? creator);
    return {
      ...{ kind: String(kind), of: String(gone ?? context), by, owner: String(owner) },
      project: project as ItemId | undefined,
    };
  });
  expect(byKind(facts)).toEqual(byKind(expected()));
  for (const { created } of fresh) expect(dayIn(new Date(created), ORGANISATION_ZONE)).toBe(day);
};

const responseOf = async (community: ItemId): Promise<ItemId> => {
  const { items, database } = world.services;
  const ids = await items.holding(database, { type: 'ConsultResponse', path: 'consultation', id: consultation });
  const found = await items.findMany(database, ids);
  return found.find(({ properties }) => properties['community'] === community)?.id ?? '';
};
const propose = (projectName: string): Promise<ItemId> =>
  create(SUBMITTER, 'Consultation', {
    ...requestBody({ submitter, contact, communities: [world.own, third] }),
    ...{ projectName, requestedResponseDate: '2031-04-01' },
  });

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  const community = { type: 'COMMUNITY', territory: AREA };
  third = await world.newItem({
    ...{ type: 'Organization', level: 'COMMUNITY', mark: 'third' },
    more: { ...community, displayName: 'Third' },
  });
  await world.change(world.own, { ...community, displayName: 'Own' });
  const capabilities = ['ConsultRespond', 'ResponseWorkflow'];
  await world.change(world.idOf(THEIRS), {
    siteReads: null,
    memberships: [{ owner: third, reads: 'PROTECTED', admin: true, capabilities }],
  });
  contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  const steps: Body[] = [
    { key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1 },
    { key: 'end', kind: 'RWF_SIMPLE', label: 'End', group: 2, after: ['look'] },
  ];
  await world.newItem({
    ...{ type: 'Workflow', level: 'COMMUNITY', mark: 'template' },
    more: { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
});
afterAll(() => world.stop());

it('[CONS-01] [NTFY-03] what the submitter does is written once: a draft, its review, its submission, its way to the communities', async () => {
  consultation = await propose('Road');
  const submits = (kind: string, by = SUBMITTER as string) => happening(by, consultation, kind);
  await writes(
    () => save(SUBMITTER, consultation, { requestedResponseDate: DUE }),
    () => [submits('consultationMoved')],
  );
  await writes(
    () => save(SUBMITTER, consultation, { locationDescription: 'At the ferry.' }),
    () => [submits('updated')],
  );
  await writes(
    () => move(SUBMITTER, consultation, 'requestReview'),
    () => [submits('reviewRequested')],
  );
  await writes(
    () => move(SUBMITTER, consultation, 'back'),
    () => [submits('reviewedBack')],
  );
  await writes(
    async () => {
      await move(SUBMITTER, consultation, 'submit');
      await world.runJobs();
      [ours, theirs] = [await responseOf(world.own), await responseOf(third)];
    },
    () => [
      ...[submits('consultationSubmitted'), submits('consultationDistributed', SERVER)],
      ...[ours, theirs].map((response) => happening(SERVER, response, 'responseAsked')),
      happening(SERVER, ours, 'workflowStepsApplied'),
    ],
  );
  await writes(
    () => move(OURS, consultation, 'returnIncomplete', 'The map is missing'),
    // In the name of the server: the others who were asked do not learn who of them it was.
    () => [
      submits('consultationIncomplete', SERVER),
      happening(OURS, ours, 'responseStopped'),
      happening(SERVER, theirs, 'responseStopped'),
    ],
  );
  await writes(
    async () => {
      await move(SUBMITTER, consultation, 'resubmit');
      await world.runJobs();
    },
    () => [
      submits('consultationCompleted'),
      ...[ours, theirs].map((response) => happening(SERVER, response, 'responseResumed')),
    ],
  );
});

it('[WF-01] [NTFY-03] what is done with the steps of a response is written once, with the step and its reason', async () => {
  const step = (kind: string, by: string = OURS) => happening(by, ours, kind);
  const reviewer = world.idOf('protected reader');
  await writes(
    () => act(OURS, 'applyStepProps', ours, { step: 'look', props: { $assigned: [reviewer] } }),
    () => [step('stepAssigned')],
  );
  await writes(
    () => act(OURS, 'applyStepProps', ours, { step: 'look', props: { $assigned: [], $assignedDue: '2031-02-10' } }),
    () => [step('stepUnassigned')],
  );
  await writes(
    () => remindOn('2031-02-10'),
    () => [step('stepDueReminded', SERVER)],
    '2031-02-10',
  );
  await writes(
    () => act(OURS, 'setStepState', ours, { step: 'look', state: 'COMPLETE' }),
    () => [step('stepStateSet')],
  );
  await writes(
    () => act(CHIEF, 'forceStepState', ours, { step: 'look', state: 'ACTIVE', reason: 'Look again' }),
    () => [step('stepStateForced', CHIEF)],
  );
  await writes(
    () => act(CHIEF, 'forceWorkflowState', ours, { state: 'REVIEW', reason: 'It is read' }),
    () => [step('workflowStateForced', CHIEF)],
  );
  await writes(
    () => act(CHIEF, 'clearWorkflow', ours, { reason: 'Other steps are needed' }),
    () => [step('workflowCleared', CHIEF)],
  );
  await writes(
    () => act(OURS, 'initManual', ours, { steps: [{ key: 'read', kind: 'RWF_SIMPLE', label: 'Read', group: 1 }] }),
    () => [step('workflowManualInit')],
  );
  const [forced] = [...seen.values()].filter(({ properties }) => properties['kind'] === 'stepStateForced');
  expect(forced?.properties).toMatchObject({ description: 'Look: Look again', also: [expect.stringMatching(/^Rwf/)] });
});

it('[CONS-01] [NTFY-02] what a community does with its answer and its concerns is written once, and the days that come', async () => {
  const answers = (kind: string, by: string = OURS, of: ItemId = ours) => happening(by, of, kind);
  await writes(
    () => save(OURS, ours, { internalContacts: [world.idOf(OURS)] }),
    () => [answers('responseAssigned')],
  );
  await writes(
    () => save(CHIEF, ours, { summary: 'Two conditions', internalNotes: 'For us alone' }),
    // A change that some readers may not see is a separate event.
    () => [answers('updated', CHIEF), answers('updated', CHIEF)],
  );
  await writes(
    async () => (concern = await create(OURS, 'ConsultResponseConcern', { response: ours, subject: 'Herring' })),
    () => [],
  );
  const worries = (kind: string, by: string = OURS) => happening(by, concern, kind);
  await writes(
    () => save(OURS, concern, { status: 'AGREED', fulfilBy: '2031-03-20' }),
    // The day is named by the general rule.
    () => [worries('concernChanged'), worries('updated')],
  );
  await writes(
    () => save(OURS, concern, { description: 'They spawn there.' }),
    () => [worries('updated')],
  );
  await writes(
    () => onDay('2031-03-14'),
    () => [worries('commitmentDue', SERVER)],
    '2031-03-14',
  );
  await writes(
    () => onDay('2031-03-21'),
    () => [worries('commitmentOverdue', SERVER)],
    '2031-03-21',
  );
  await writes(
    () => remove(OURS, concern),
    () => [worries('deleted')],
  );
  await writes(
    () => act(OURS, 'restoreItem', concern),
    () => [worries('restored')],
  );
  await writes(
    async () => {
      await onDay(addDays(DUE, -3));
      await onDay(addDays(DUE, -3));
    },
    () => [ours, theirs].map((response) => answers('responseDue', SERVER, response)),
    addDays(DUE, -3),
  );
  await writes(
    () => onDay(addDays(DUE, 1)),
    () => [ours, theirs].map((response) => answers('responseOverdue', SERVER, response)),
    addDays(DUE, 1),
  );
});

it('[CONS-01] [NTFY-03] the answers of both communities are written once, what follows of them, and a withdrawal', async () => {
  const answers = (by: string, of: ItemId, kind: string) => happening(by, of, kind);
  await world.change(ours, { outcome: 'NO_CONCERNS' });
  await writes(
    () => move(OURS, ours, 'respond'),
    () => [answers(OURS, ours, 'responseGiven')],
  );
  await world.change(theirs, { offlineDay: '2026-01-05', offlineWay: 'LETTER' });
  await writes(
    () => move(THEIRS, theirs, 'answerOffline'),
    () => [answers(THEIRS, theirs, 'responseOffline'), answers(SERVER, consultation, 'consultationAnswered')],
  );
  await writes(
    () => move(THEIRS, theirs, 'reopen', 'One page was missing'),
    () => [answers(THEIRS, theirs, 'responseReopened'), answers(SERVER, consultation, 'consultationAnswerReopened')],
  );
  await writes(
    () => move(THEIRS, theirs, 'noResponse', 'Nobody could be asked'),
    () => [answers(THEIRS, theirs, 'responseNone'), answers(SERVER, consultation, 'consultationAnswerRenewed')],
  );
  await writes(
    () => move(SUBMITTER, consultation, 'close'),
    () => [answers(SUBMITTER, consultation, 'consultationClosed')],
  );

  const first = consultation;
  consultation = await propose('Quay');
  await writes(
    () => remove(SUBMITTER, consultation),
    () => [happening(SUBMITTER, consultation, 'deleted', { project: undefined })],
  );
  await writes(
    () => act(SUBMITTER, 'restoreItem', consultation),
    () => [happening(SUBMITTER, consultation, 'restored')],
  );
  await move(SUBMITTER, consultation, 'submit');
  await world.runJobs();
  for (const each of await storedEvents()) seen.set(each.id, each);
  [ours, theirs] = [await responseOf(world.own), await responseOf(third)];
  await world.change(theirs, { offlineDay: '2026-01-05', offlineWay: 'TELEPHONE' });
  await move(THEIRS, theirs, 'answerOffline');
  for (const each of await storedEvents()) seen.set(each.id, each);
  await writes(
    () => move(SUBMITTER, consultation, 'withdraw', 'No money'),
    // A community that has already answered is also notified.
    () => [
      answers(SUBMITTER, consultation, 'consultationWithdrawn'),
      answers(SERVER, ours, 'responseWithdrawn'),
      answers(SERVER, theirs, 'answeredWithdrawn'),
    ],
  );
  expect(first).not.toBe(consultation);
});

/** `ConsultResponse.responseGiven`: type and kind of the event, if its kind is declared. */
const declaredOf = (types: readonly string[]): string[] =>
  types.flatMap((name) => {
    const type = registry.types[name];
    const own = (type?.server.events ?? []).map(({ kind }) => kind);
    const moves = (type?.states?.transitions ?? []).flatMap(({ event }) => event?.kind ?? []);
    return [...own, ...moves].map((kind) => `${name}.${kind}`);
  });

it('[NTFY-03] nothing that is declared was left out', () => {
  const [step] = Object.values(registry.steps);
  const ofSteps = (registry.types[step?.type ?? '']?.server.events ?? []).map(({ kind }) => `ConsultResponse.${kind}`);
  const declared = [...declaredOf(['Consultation', 'ConsultResponse', 'ConsultResponseConcern']), ...ofSteps];
  const happened = [...seen.values()].map(({ properties: { kind, context, gone } }) => {
    const [type = ''] = String(gone ?? context).split('-');
    return `${type}.${String(kind)}`;
  });
  expect([...new Set(happened)].toSorted()).toEqual([...new Set(declared)].toSorted());
});

/** Returns whether the actor may read the properties that the event names, by reading the item itself. */
const mayKnow = async (actor: string, { properties }: StoredItem): Promise<boolean> => {
  const { context, subContext, to, $access } = properties;
  if (Array.isArray(to) && (to as readonly Json[]).includes(world.idOf(actor))) return true;
  const answer = await world.ask(actor, `read/${String(context)}`);
  if (!('ok' in answer)) return false;
  // Only a community and the submitter see changes of its answer after all have answered.
  if ($access === 'PROTECTED') return actor === SUBMITTER || actor === 'administrator';
  const [type = ''] = String(context).split('-');
  const named = String(subContext ?? '').split(',');
  const isRestricted = named.some((name) => registry.types[type]?.properties[name]?.level === 'PRIVATE');
  return !isRestricted || named.some((name) => name in (answer.ok as Body));
};

/** Values of the screen's facet. */
const projectsOf = async (actor: string): Promise<readonly string[]> => {
  const asked = { must: { _t: ['Event'], area: ['consult'] }, facets: ['project'], max: 1 };
  const answer = await world.ask(actor, 'search/ids', asked);
  const { facets } = ('ok' in answer ? answer.ok : {}) as unknown as SearchAnswer;
  const names = (facets?.['project'] ?? []).flatMap((each) => ('value' in each ? (each.label ?? []) : []));
  return names.toSorted();
};

it('[PERM-01] [CONS-02] people find only those of these events that they may read, and projects by name', async () => {
  const events = (await storedEvents()).filter(({ properties }) => properties['gone'] === undefined);
  for (const actor of EVERYBODY) {
    const may = new Map<ItemId, boolean>();
    for (const event of events) may.set(event.id, await mayKnow(actor, event));
    const expected = events.filter(({ id }) => may.get(id)).map(({ id }) => id);
    const find = async (): Promise<string[]> => {
      const asked = { must: { _t: ['Event'], area: ['consult'] }, mustNot: { kind: ['deleted'] }, max: 500 };
      const answer = await world.ask(actor, 'search/ids', asked);
      return 'ok' in answer ? ((answer.ok as Body)['ids'] as string[]).toSorted() : [];
    };
    await expect.poll(find, { timeout: 10_000, message: actor }).toEqual(expected.toSorted());
    for (const { id } of events) {
      const shown = await world.ask(actor, `read/${id}`);
      expect({ actor, id, shown: 'ok' in shown }).toEqual({ actor, id, shown: may.get(id) });
    }
  }
  expect(await Promise.all([OURS, THEIRS, SUBMITTER].map(projectsOf))).toEqual([
    ['Quay', 'Road'],
    ['Quay', 'Road'],
    ['Quay', 'Road'],
  ]);
  expect(await projectsOf('visitor')).toEqual([]);
}, 90_000);
