// Prepares a response of the sample community for every kind of step that a response has: a template with all of them, its approvers, and
// the records of its steps. Called by responseSteps.e2e.ts.
import { expect } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import type { World } from 'tests/e2e/harness/useWorld.ts';

export type Body = Readonly<Record<string, Json>>;

/** Number in the sample community. */
export const OWNER = 'Organization-1';
/** A text in internal records of the community. */
export const CANARY = 'canarycurlew';
/** Unique to this run, so that a retry finds its own. */
export const unique = Date.now();

/** The steps, in their order. */
export const LABELS = {
  RWF_ASSIGN: 'Assign reviewers',
  RWF_SPATIAL: 'Look at the map',
  RWF_RESEARCH: 'Ask the archive',
  RWF_FIELDWORK: 'Walk the bank',
  RWF_MEETING: 'Talk it over',
  RWF_SIMPLE: 'Count the piers',
  RWF_THREAD: 'Ask for the drawings',
  RWF_LETTER_PROPOSE: 'Write the answer',
  RWF_LETTER_APPROVE: 'Council approval',
  RWF_LETTER_SEND: 'Send the answer',
  RWF_SNAPSHOT: 'Keep a copy of what was sent',
  RWF_OUTCOME: 'Record the outcome',
} as const;
export type Kind = keyof typeof LABELS;
/** Declared kinds of steps for responses only. */
export const stepKinds = Object.values(registry.steps).filter(({ kind }) => kind.startsWith('RWF_'));

/** Operations over HTTP, as the administrator unless another person is named. */
export const askingOf = (world: World) => {
  const ask = (o: string, b: Json, as: Account = 'admin'): Promise<Body> => askAs(world.url, as, [o, b]);
  return {
    ask,
    make: async (type: string, values: Body): Promise<string> => String((await ask(`create/${type}`, values))['$id']),
    find: async (must: Body, as: Account = 'admin'): Promise<readonly string[]> =>
      (await ask('search/ids', { must, max: 100 }, as))['ids'] as readonly string[],
    readAll: async (ids: readonly string[], as: Account = 'admin'): Promise<readonly Body[]> =>
      Object.values(await ask('readMany/object', ids, as)) as readonly Body[],
  };
};
export type Asking = ReturnType<typeof askingOf>;

export interface Prepared {
  readonly response: string;
  readonly consultation: string;
  readonly meeting: string;
  readonly fieldwork: string;
}

/** A member of the community may approve its letters. */
export const letMemberApprove = async ({ ask }: Asking): Promise<string> => {
  const { $id = '' } = await ask('getSessionUser', null, 'member');
  const { _u = 0 } = await ask(`read/${String($id)}`, null);
  const capabilities = ['Conversation', 'ResponseWorkflow'];
  await ask('update', { $id, _u, memberships: [{ owner: OWNER, reads: 'COMMUNITY', admin: false, capabilities }] });
  return String($id);
};

const newTemplate = async ({ ask, make }: Asking, staff: string, member: string): Promise<void> => {
  const steps = Object.entries(LABELS).map(([kind, label], at) => {
    const users = [kind === 'RWF_LETTER_APPROVE' ? member : staff];
    return { key: `s${at}`, kind, label, group: at + 1, days: 5, assign: { users } };
  });
  const workflow = await make('Workflow', { label: `All ${unique}`, owner: OWNER, of: 'ConsultResponse', steps });
  await ask('act/transition', { _t: 'Workflow', _i: Number(workflow.split('-')[1]), name: 'activate' });
};

export const prepareResponse = async (asking: Asking): Promise<Prepared> => {
  const { ask, make, find } = asking;
  const { $id: staff = '' } = await ask('getSessionUser', null, 'staff');
  await newTemplate(asking, String(staff), await letMemberApprove(asking));
  const [response = ''] = await find({ _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });
  const { community, consultation = '' } = await ask(`read/${response}`, null);
  expect(community).toBe(OWNER);
  await make('LetterTemplate', {
    ...{ owner: OWNER, label: `Answer ${unique}`, state: 'ACTIVE', annexes: ['SECTIONS'] },
    ...{ subject: `Answer ${unique}`, body: 'About {projectName}: the pier stands in the resting water.' },
  });
  const section = { response, order: 900 };
  await make('ConsultResponseSection', { ...section, title: `Pier ${unique}`, body: 'Move the pier.' });
  await make('ConsultResponseSection', { ...section, title: 'Left out', body: CANARY, included: false });
  // Steps are complete only when the records that they refer to are over.
  const meeting = await make('Meeting', { summary: `Talk ${unique}`, date: '2025-05-01', owner: OWNER });
  const fieldwork = await make('GeoKeeperFieldwork', { label: `Walk ${unique}`, ownedBy: OWNER, start: '2025-05-01' });
  const [_t = '', number] = fieldwork.split('-');
  for (const name of ['begin', 'finish']) await ask('act/transition', { _t, _i: Number(number), name });
  return { response, consultation: String(consultation), meeting, fieldwork };
};
