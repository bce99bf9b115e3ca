// Who can be asked to do a step of a response: people who may read it. Of anybody else whoever assigns learns at once, by name, since
// that person would neither see the response nor hear of it.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const [OURS, READER, MEMBER, OTHER] = ['capability holder', 'protected reader', 'member', 'stranger'] as const;
/** Of the community, without the right to its responses. */
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

it('[WF-01] [PERM-01] a template asks those alone who may read the response, and its dry run says so before', async () => {
  const [id = ''] = responses;
  const dry = okOf(await world.ask(OURS, 'act/dryRunWorkflow', { ...targetOf(template), item: id }));
  const [planned] = dry['steps'] as readonly Body[];
  expect((planned?.['assignees'] as readonly Body[] | undefined)?.map(({ $id }) => $id)).toEqual([world.idOf(READER)]);
  okOf(await act(id, 'setWorkflow', { workflow: template }));
  expect(await assignedOf(id)).toEqual([world.idOf(READER)]);
});

it('[WF-01] [PERM-01] whoever assigns a step to somebody who may not see it is told so, and nothing changes', async () => {
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
  // Of somebody whom the asker may not see, no name is said.
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

it('[PERM-01] [NTFY-01] nobody is put in charge of a response who may not read it; who was before may stay', async () => {
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
