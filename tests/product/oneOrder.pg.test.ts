// Several people work on one answer at once: the submitter withdraws the request, while its communities answer it, save it, and complete
// the steps that lead to the answer. No deadlock occurs, and both sides agree in the end.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf, operationsOf, requestBody, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS, THEIRS] = ['stranger', 'capability holder', 'private reader'] as const;
const ROUNDS = 6;

let world: ProductWorld;
let submitter: ItemId;
let third: ItemId;
let contact: ItemId;

const { read, act, move, answerElsewhere, save, held, organizationOf } = operationsOf(() => world);

/** Each connection says what it has counted first. */
const deadlocks = async (): Promise<number> => {
  const { database } = world.services;
  const flush = 'select pg_stat_force_next_flush(), pg_sleep(0.2)';
  await Promise.all(Array.from({ length: 40 }, () => database.query(flush)));
  const [row] = await database.query<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return row?.count ?? -1;
};

interface Asked {
  readonly id: ItemId;
  readonly ours: ItemId;
  readonly theirs: ItemId;
  readonly step: ItemId;
}

const propose = async (): Promise<ItemId> => {
  const body = requestBody({ submitter, contact, communities: [world.own, third] });
  return String(okOf(await world.ask(SUBMITTER, 'create/Consultation', body))['$id']);
};

const responsesOf = async (id: ItemId): Promise<ReadonlyMap<string, ItemId>> => {
  const found = await world.services.items.findMany(
    world.services.database,
    await held('ConsultResponse', 'consultation', id),
  );
  return new Map(found.map(({ id: response, properties }) => [String(properties['community']), response]));
};

/** As many requests, each with its answers and the first step of ours. */
const askAll = async (count: number): Promise<Asked[]> => {
  const ids: ItemId[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = await propose();
    okOf(await move(SUBMITTER, id, 'submit'));
    ids.push(id);
  }
  await world.runJobs();
  return await Promise.all(
    ids.map(async (id) => {
      const responses = await responsesOf(id);
      const [ours, theirs] = [responses.get(world.own) ?? '', responses.get(third) ?? ''];
      return { id, ours, theirs, step: (await held('RwfSimple', 'of', ours))[0] ?? '' };
    }),
  );
};

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  const community = { type: 'Organization', level: 'COMMUNITY', mark: 'Third' } as const;
  third = await world.newItem({ ...community, more: { displayName: 'Third', type: 'COMMUNITY' } });
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  const capabilities = ['ConsultRespond', 'ResponseWorkflow'];
  const memberships = [{ owner: third, reads: 'PROTECTED', admin: false, capabilities }];
  await world.change(world.idOf(THEIRS), { siteReads: null, memberships });
  contact = await world.newItem({
    type: 'Contact',
    level: 'COMMUNITY',
    mark: 'engineer',
    more: { _related: submitter },
  });
  const steps = ['look', 'again'].map((key, at) => ({ key, kind: 'RWF_SIMPLE', label: key, group: at + 1 }));
  const template = { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps };
  await world.newItem({ type: 'Workflow', level: 'COMMUNITY', mark: 'ours', more: template });
});
afterAll(() => world.stop());

it('[CONS-02] a withdrawal, both answers, a save and a step at once: no deadlock, and both sides show the same', async () => {
  const rounds = await askAll(ROUNDS);
  const before = await deadlocks();
  for (const { id, ours, theirs, step } of rounds) {
    const person = { $assigned: [world.idOf(OURS)] };
    const [withdrawn, answered, , written] = await Promise.all([
      move(SUBMITTER, id, 'withdraw', 'no money'),
      answerElsewhere(OURS, ours),
      move(THEIRS, theirs, 'noResponse', 'not ours'),
      save(OURS, ours, { summary: 'half an answer' }),
      act(OURS, 'setStepState', ours, { step, state: 'COMPLETE' }),
      save(OURS, step, person),
    ]);
    expect(written).toHaveProperty('ok');
    const [request, response] = [await read(SUBMITTER, id), await read(OURS, ours)];
    expect(request['state']).toBe('ok' in withdrawn ? 'WITHDRAWN' : 'RESPONDED');
    expect(response).toMatchObject({ summary: 'half an answer', state: 'ok' in answered ? 'OFFLINE' : 'NO_RESPONSE' });
    const told = new Map((request['progress'] as Body[]).map(({ community, state }) => [community, state]));
    // A response that ended with a withdrawn request is reported as such.
    const toldOf = ({ ended, state }: Body): unknown => ended ?? state;
    expect(told.get(world.own)).toBe(toldOf(response));
    expect(told.get(third)).toBe(toldOf(await read(THEIRS, theirs)));
    // An ended answer has no open steps.
    const steps = await Promise.all((await held('RwfSimple', 'of', ours)).map((each) => read(OURS, each)));
    expect(steps.filter(({ state }) => !['COMPLETE', 'SKIP'].includes(String(state)))).toEqual([]);
    expect(response['_wf']).toMatchObject({ done: steps.length, steps: steps.length });
  }
  expect(await deadlocks()).toBe(before);
});

it('[WF-01] when two people complete a step while a third one reassigns it, one succeeds, and the summary matches the steps', async () => {
  const rounds = await askAll(ROUNDS);
  const before = await deadlocks();
  for (const { ours, step } of rounds) {
    const complete = (actor: string): Promise<Answer> => act(actor, 'setStepState', ours, { step, state: 'COMPLETE' });
    const given = { $assigned: [world.idOf(OURS)], $assignedDue: '2031-02-03' };
    const [saved, ...both] = await Promise.all([
      save(OURS, step, given),
      complete(OURS),
      complete('owner administrator'),
    ]);
    expect(both.filter((answer) => 'ok' in answer).length).toBe(1);
    expect(JSON.stringify(both)).toContain('errors.state.moved');
    const { state, $assigned } = await read(OURS, step);
    expect(state).toBe('COMPLETE');
    // A later attempt to give it is refused as done, and stores nothing.
    expect($assigned).toEqual('ok' in saved ? given.$assigned : undefined);
    expect((await read(OURS, ours))['_wf']).toMatchObject({ done: 1, steps: 2 });
  }
  expect(await deadlocks()).toBe(before);
});

it('[WF-02] a letter that is approved on its page while the step that approves it is completed', async () => {
  const rounds = await askAll(ROUNDS);
  const before = await deadlocks();
  for (const { ours } of rounds) {
    const steps = [{ key: 'approve', kind: 'RWF_LETTER_APPROVE', label: 'Approve', group: 1 }];
    // The last step of a response without an outcome waits until a person gives it.
    okOf(await save(OURS, ours, { outcome: 'SUPPORT' }));
    okOf(await act(OURS, 'initManual', ours, { steps }));
    const values = { subject: 'Road', body: 'We have looked.', to: submitter };
    const letter = String(okOf(await world.ask(OURS, 'create/Letter', { context: ours, ...values }))['$id']);
    const [step = ''] = await held('RwfLetterApprove', 'of', ours);
    okOf(await save(OURS, step, { letter }));
    const { _u: u = 0 } = await read(OURS, letter);
    const both = await Promise.all([
      act(OURS, 'setStepState', ours, { step, state: 'COMPLETE', seen: { [letter]: u } }),
      act(OURS, 'transition', letter, { name: 'approve', u }),
    ]);
    expect(both.some((answer) => 'ok' in answer)).toBe(true);
    expect(await read(OURS, letter)).toMatchObject({ state: 'APPROVED' });
    expect(await read(OURS, step)).toMatchObject({ state: 'COMPLETE', letter });
    expect((await read(OURS, ours))['_wf']).toMatchObject({ done: 1, steps: 1 });
  }
  expect(await deadlocks()).toBe(before);
});
