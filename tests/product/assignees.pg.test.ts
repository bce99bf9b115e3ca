// Only people who may read a response can get a step of it. A person who assigns another one gets an error with the name at once, since the
// other would neither see the response nor get a notice.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createAudience } from 'src/server/events/recipients.ts';
import { createRemindOfSteps } from 'src/server/workflow/remindOfSteps.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const [OURS, READER, MEMBER, OTHER] = ['capability holder', 'protected reader', 'member', 'stranger'] as const;
/** Belongs to the community, without the right to its responses. */
const PERSON = 'creator';

let world: ProductWorld;
let template: ItemId;
let responses: readonly ItemId[];

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const targetOf = (id: ItemId): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const act = (id: ItemId, name: string, input: Body): Promise<Answer> =>
  world.ask(OURS, `act/${name}`, { ...targetOf(id), ...input });
const read = async (id: ItemId): Promise<Body> => okOf(await world.ask(OURS, `read/${id}`));
const assignedOf = async (id: ItemId): Promise<Json> => ((await read(id))['_wf'] as Body)['$assigned'] ?? null;
const stepsOf = (answer: Answer): readonly Body[] => okOf(answer)['steps'] as readonly Body[];

beforeAll(async () => {
  world = await openProductWorld();
  await world.change(world.idOf(MEMBER), { name: 'Mira of the shore' });
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: 'road' },
    more: { projectName: 'Road', communities: [world.own], state: 'CONSULTING' },
  });
  const more = { consultation, community: world.own, state: 'PENDING', selected: true };
  responses = await Promise.all(
    ['first', 'second'].map((mark) => world.newItem({ type: 'ConsultResponse', level: 'PROTECTED', mark, more })),
  );
  const users = [MEMBER, READER, OTHER].map((actor) => world.idOf(actor));
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1, assign: { users } }];
  template = await world.newItem({
    ...{ type: 'Workflow', level: 'PROTECTED', mark: 'look' },
    more: { label: 'Look', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
});
afterAll(() => world.stop());

it('[WF-01] [PERM-01] a template assigns only people who may read the response, and its dry run says so before', async () => {
  const [id = ''] = responses;
  const dry = okOf(await world.ask(OURS, 'act/dryRunWorkflow', { ...targetOf(template), item: id }));
  const [planned] = dry['steps'] as readonly Body[];
  expect((planned?.['assignees'] as readonly Body[] | undefined)?.map(({ $id }) => $id)).toEqual([world.idOf(READER)]);
  okOf(await act(id, 'setWorkflow', { workflow: template }));
  expect(await assignedOf(id)).toEqual([world.idOf(READER)]);
});

it('[WF-01] [PERM-01] the people who will be asked are those whom the step asks when its turn comes, as far as the reader may see them', async () => {
  const [reader = '', member = '', other = ''] = [READER, MEMBER, OTHER].map((actor) => world.idOf(actor));
  const owner = world.idOf(OURS);
  const steps: Json = [
    { key: 'first', kind: 'RWF_SIMPLE', label: 'First', group: 1, assign: { users: [owner] } },
    { key: 'then', kind: 'RWF_SIMPLE', label: 'Then', group: 2, assign: { users: [reader, member, other, owner] } },
    {
      key: 'check',
      kind: 'RWF_SIMPLE',
      label: 'Check',
      group: 3,
      others: ['first'],
      assign: { users: [reader, owner] },
    },
  ];
  const workflow = await world.newItem({
    ...{ type: 'Workflow', level: 'PROTECTED', mark: 'ahead' },
    more: { label: 'Ahead', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
  const { consultation = '' } = await read(responses[0] ?? '');
  const id = await world.newItem({
    ...{ type: 'ConsultResponse', level: 'PROTECTED', mark: 'third' },
    more: { consultation, community: world.own, state: 'PENDING', selected: true },
  });
  const set = stepsOf(await act(id, 'setWorkflow', { workflow }));
  const idOf = (key: string): string => String(set.find((each) => each['key'] === key)?.['$id']);
  const ahead = async (actor: string): Promise<Answer> => world.ask(actor, 'act/peopleAhead', targetOf(id));
  const { people } = okOf(await ahead(OURS));
  expect(people).toEqual({
    [idOf('then')]: expect.arrayContaining([reader, owner]) as Json,
    [idOf('check')]: [reader],
  });
  expect((people as Body)[idOf('then')]).toHaveLength(2);
  for (const actor of [MEMBER, OTHER, 'visitor']) expect(await ahead(actor)).toHaveProperty('refused');
  expect(await world.ask(OURS, 'act/peopleAhead', targetOf(String(consultation)))).toEqual({ refused: 'notAllowed' });

  okOf(await act(id, 'setStepState', { step: idOf('first'), state: 'COMPLETE' }));
  expect(new Set((await read(idOf('then')))['$assigned'] as readonly string[])).toEqual(new Set([reader, owner]));
  okOf(await act(id, 'setStepState', { step: idOf('then'), state: 'COMPLETE' }));
  expect((await read(idOf('check')))['$assigned']).toEqual([reader]);
  expect(okOf(await ahead(OURS))['people']).toEqual({});
});

it('[WF-01] [PERM-01] assigning a step to a person who may not see it fails with a reason, and nothing changes', async () => {
  const [, id = ''] = responses;
  const [step] = stepsOf(await act(id, 'setWorkflow', { workflow: template }));
  const name = String(step?.['$id']);
  const [reader, member, other] = [READER, MEMBER, OTHER].map((actor) => world.idOf(actor));
  const refused = async (answer: Promise<Answer>): Promise<void> => {
    const said = JSON.stringify(await answer);
    expect(said).toContain('errors.workflow.mayNotSee');
    expect(said).toContain('Mira of the shore');
  };
  const before = await read(name);
  await refused(act(id, 'applyStepProps', { step: name, props: { $assigned: [reader ?? '', member ?? ''] } }));
  await refused(world.ask(OURS, 'update', { $id: name, _u: before['_u'] ?? 0, $assigned: [member ?? ''] }));
  await refused(act(id, 'addStep', { kind: 'RWF_SIMPLE', label: 'Ask', assign: { users: [member ?? ''] } }));
  // The error does not name a person whom the asker may not see.
  const unknown = await act(id, 'applyStepProps', { step: name, props: { $assigned: [other ?? ''] } });
  expect(unknown).toMatchObject({ refused: 'invalid' });
  expect(await read(name)).toEqual(before);
  expect((await read(id))['_wf']).toMatchObject({ steps: 1, $assigned: [reader] });
  // With the right, the same person can be asked.
  const memberships = [{ owner: world.own, reads: 'PROTECTED', admin: false, capabilities: [] }];
  await world.change(member ?? '', { memberships });
  okOf(await act(id, 'applyStepProps', { step: name, props: { $assigned: [reader ?? '', member ?? ''] } }));
  expect(await assignedOf(id)).toEqual([reader, member]);
});

it('[PERM-01] [NTFY-01] only people who may read a response can be put in charge of it; an earlier one may stay', async () => {
  const [, id = ''] = responses;
  const [reader, person] = [READER, PERSON].map((actor) => world.idOf(actor));
  const save = async (internalContacts: Json): Promise<Answer> =>
    world.ask(OURS, 'update', { $id: id, _u: (await read(id))['_u'] ?? 0, internalContacts });
  okOf(await save([reader ?? '']));
  const before = await read(id);
  const said = await save([reader ?? '', person ?? '']);
  expect(said).toMatchObject({ refused: 'invalid' });
  expect(JSON.stringify(said)).toContain('errors.workflow.mayNotSee');
  expect(JSON.stringify(said)).toContain('"path":"/internalContacts"');
  expect(await read(id)).toEqual(before);
  await world.change(id, { internalContacts: [reader ?? '', person ?? ''] });
  okOf(await save([person ?? '']));
  expect(await read(id)).toMatchObject({ internalContacts: [person] });
});

it('[WF-02] completing the step that says who reviews asks these people to do the steps that follow', async () => {
  const id = await world.newItem({
    ...{ type: 'ConsultResponse', level: 'PROTECTED', mark: 'third' },
    more: { community: world.own, state: 'PENDING', selected: true, internalContacts: [world.idOf(OURS)] },
  });
  const steps = [
    { key: 'who', kind: 'RWF_ASSIGN', label: 'Who', group: 1 },
    { key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 2, assign: { path: 'internalContacts' } },
    { key: 'role', kind: 'RWF_SIMPLE', label: 'Role', group: 2, assign: { capability: 'ConsultRespond' } },
    { key: 'end', kind: 'RWF_SIMPLE', label: 'End', group: 3 },
  ];
  okOf(await world.ask('administrator', 'act/initManual', { ...targetOf(id), steps: steps as never }));
  const stepNamed = async (key: string): Promise<Body> => {
    const types = ['RwfAssign', 'RwfSimple'];
    const { ids } = okOf(await world.ask(OURS, 'search/ids', { must: { _t: types, of: [id], key: [key] }, max: 9 }));
    return read(String((ids as readonly Json[])[0]));
  };
  const who = await stepNamed('who');
  const reviewers = [READER, OURS].map((actor) => world.idOf(actor));
  const save = (named: readonly ItemId[]): Promise<Answer> =>
    world.ask(OURS, 'update', { $id: who['$id'] ?? '', _u: who['_u'] ?? 0, reviewers: [...named] });
  const refused = JSON.stringify(await save([world.idOf(OTHER)]));
  expect(refused).toContain('errors.');
  expect(refused).toContain('/reviewers');
  okOf(await save(reviewers));
  okOf(await act(id, 'setStepState', { step: 'who', state: 'COMPLETE' }));
  expect((await stepNamed('look'))['$assigned']).toEqual(reviewers);
  // A right in the template is enforced.
  expect((await stepNamed('role'))['$assigned']).toContain(world.idOf(OURS));
  expect((await stepNamed('role'))['$assigned']).not.toContain(world.idOf(READER));
  // A person who is blocked before a later step begins is not asked to do it.
  await world.change(world.idOf(READER), { blocked: true });
  okOf(await act(id, 'setStepState', { step: 'look', state: 'COMPLETE' }));
  okOf(await act(id, 'setStepState', { step: 'role', state: 'COMPLETE' }));
  expect((await stepNamed('end'))['$assigned']).toEqual([world.idOf(OURS)]);
});

it('[WF-01] [PERM-01] [NTFY-01] a person whose membership ends by its date is taken off the steps, and its administrators hear of it', async () => {
  const id = await world.newItem({
    ...{ type: 'ConsultResponse', level: 'PROTECTED', mark: 'fourth' },
    more: { community: world.own, state: 'PENDING', selected: true },
  });
  const [leaver, stayer] = [MEMBER, OURS].map((actor) => world.idOf(actor));
  const membership = { owner: world.own, reads: 'PROTECTED', admin: false, capabilities: [] };
  await world.change(leaver ?? '', { memberships: [{ ...membership, to: '2031-05-01T00:00:00Z' }] });
  const assign = { users: [leaver ?? '', stayer ?? ''] };
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1, assign }];
  okOf(await world.ask('administrator', 'act/initManual', { ...targetOf(id), steps: steps as never }));
  expect(await assignedOf(id)).toEqual([leaver, stayer]);
  const runAt = async (instant: string): Promise<void> => {
    const { services } = world;
    const clock = { now: () => new Date(instant) };
    const audience = createAudience({ ...services, clock });
    await createRemindOfSteps({ ...services, clock, audience })({}, new AbortController().signal);
  };
  await runAt('2031-04-30T23:59:00Z');
  expect(await assignedOf(id)).toEqual([leaver, stayer]);
  await runAt('2031-05-01T00:01:00Z');
  await runAt('2031-05-01T01:01:00Z');
  expect(await assignedOf(id)).toEqual([stayer]);
  const must = { _t: ['Event'], context: [id], kind: ['stepUnassigned'] };
  const { ids } = okOf(await world.ask('administrator', 'search/ids', { must, max: 9 }));
  expect(await Promise.all((ids as readonly ItemId[]).map(async (each) => (await read(each))['to']))).toEqual([
    expect.arrayContaining([world.idOf('owner administrator')]) as Json,
  ]);
});

it('[WF-01] [PERM-01] a search for people to work on a response finds its readers, those of its community first', async () => {
  const [id = ''] = responses;
  const offered = async (text: string): Promise<readonly Json[]> => {
    const { people } = okOf(await act(id, 'readersNamed', { text, working: true }));
    return (people as readonly Body[]).map(({ $id }) => $id ?? null);
  };
  const all = await offered('');
  expect(all).toContain(world.idOf(OURS));
  const strangers = [world.idOf(OTHER)];
  expect(all.filter((user) => strangers.includes(String(user)))).toEqual([]);
  const isOwn = async (user: Json): Promise<boolean> => {
    const { memberships = [] } = okOf(await world.ask('administrator', `read/${String(user)}`));
    return (memberships as readonly Body[]).some(({ owner }) => owner === world.own);
  };
  const own = await Promise.all(all.map(isOwn));
  expect(own).toEqual(own.toSorted((one, other) => Number(other) - Number(one)));
  expect(own[0]).toBe(true);
});
