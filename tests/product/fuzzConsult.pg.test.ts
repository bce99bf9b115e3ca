// Sends wrong values to the actions of consultations, workflows, letters, dashboards and calendars: other types, huge values, items of
// others, drafts, and items that are gone. Each is refused with a message that reveals nothing, and the server continues.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { casesToTake } from 'tests/runner/parts.ts';

type Body = Readonly<Record<string, Json>>;

const WORD = 'canaryford';
const ACTIONS = [
  ...['overlap', 'transition', 'setWorkflow', 'setStepState', 'applyStepProps', 'initManual', 'forceWorkflowState'],
  ...[
    'clearWorkflow',
    'forceStepState',
    'addStep',
    'applySteps',
    'stopClock',
    'restartClock',
    'dryRunWorkflow',
    'peopleAhead',
  ],
  ...[
    'suggestCommunities',
    'draftLetter',
    'makeCalendarFeed',
    'endCalendarFeed',
    'readersNamed',
    'auditTrail',
    'fetchNotifications',
  ],
];
const TASKS = ['sendLetter', 'previewLetter', 'previewTemplate', 'consultationLog'];
const ALL_ACTIONS = [...ACTIONS, ...TASKS.map((name) => `${name}/async`)];
const SENDERS = ['stranger', 'member'] as const;
const sent = casesToTake(
  'consultations: values sent to actions',
  SENDERS.flatMap((actor) => ALL_ACTIONS.map((action) => ({ actor, action }))),
  ({ actor, action }) => `${actor} ${action}`,
);
const askedAboutHidden = casesToTake('consultations: actions on hidden items', ALL_ACTIONS, (action) => action);
/** Allowed content of a refusal. */
const KEYS =
  /^(notAllowed|notFound|invalid|invalidId|parseRequestFailed|unknownOperation|conflict|tooLarge|rateLimited|tooManyKept)$/;
const INTERNALS = /\bat .*\.ts:\d|node_modules|select .* from |pg_|Error:|\/work\/|undefined is not/i;

let world: ProductWorld;
let hidden: ItemId[];
let gone: ItemId;

const wrong: readonly Json[] = [
  ...[null, true, -1, 0, 1.5, 2 ** 53, '', ' ', '\u0000', '\ud800', "'; drop table item; --", '__proto__', 'User-1'],
  ...[[], [[]], [null], {}, { constructor: 1 }, 'x'.repeat(100_000), Array.from({ length: 5_000 }, () => 'x')],
];

/** Every property of the declared input, and some that are in none. */
const namesOf = (action: string): string[] => {
  const { properties = {} } = (registry.actions[action]?.input ?? {}) as { properties?: object };
  return [...Object.keys(properties), 'toString'];
};

const bodiesFor = (action: string, id: ItemId): Body[] => {
  const target = { _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) };
  const names = namesOf(action);
  const whole: Body = Object.fromEntries(names.slice(0, -1).map((name) => [name, id]));
  return [
    target,
    { ...target, ...whole },
    ...names.flatMap((name) => wrong.map((value) => ({ ...target, [name]: value }))),
  ];
};

beforeAll(async () => {
  world = await openProductWorld();
  const [membership] = (
    (await world.ask('administrator', `read/${world.idOf('stranger')}`)) as { ok: { memberships: Body[] } }
  ).ok.memberships;
  const other = String(membership?.['owner']);
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: 'draft' },
    more: { projectName: WORD, primaryOrg: other, state: 'DRAFT', internalNotes: WORD },
  });
  const response = await world.newItem({
    ...{ type: 'ConsultResponse', level: 'COMMUNITY', mark: 'theirs' },
    more: { consultation, community: other, summary: WORD, state: 'PENDING' },
  });
  const letter = await world.newItem({
    ...{ type: 'Letter', level: 'COMMUNITY', mark: 'letter' },
    more: { context: response, subject: WORD, body: WORD, owner: other },
  });
  hidden = [consultation, response, letter];
  gone = 'ConsultResponse-1999999999';
});
afterAll(() => world.stop());

/** A socket is closed after a hundred refused frames, so each part has its own. */
const answersTo = async (actor: string, o: string, bodies: readonly Json[]): Promise<Envelope[]> => {
  const answers: Envelope[] = [];
  for (let at = 0; at < bodies.length; at += 40) {
    const socket = await world.socket(actor);
    answers.push(...(await Promise.all(bodies.slice(at, at + 40).map((b) => socket.ask(o, b)))));
    socket.close();
    await socket.closed;
  }
  return answers;
};

const expectClear = (o: string, { erred, b }: Envelope): void => {
  const text = JSON.stringify(b ?? null);
  expect({ o, text: INTERNALS.exec(text)?.[0] }).toEqual({ o, text: undefined });
  if (erred === true)
    expect({ o, key: (b as { userMessage: string }).userMessage }).toEqual({
      o,
      key: expect.stringMatching(KEYS) as unknown,
    });
};

it.each(SENDERS)(
  '[PERM-01] [CONS-02] an action answers any input of %s with a message, and names nothing that is hidden',
  async (actor) => {
    const own = world.idOf(actor);
    for (const { action } of sent.filter((each) => each.actor === actor)) {
      const [name = ''] = action.split('/');
      const bodies = [...bodiesFor(name, own), ...wrong, { _t: 'Nothing', _i: 1 }, { _t: 7, _i: '1' }];
      (await answersTo(actor, `act/${action}`, bodies)).forEach((answer, at) =>
        expectClear(`${action} ${JSON.stringify(bodies[at]).slice(0, 200)}`, answer),
      );
    }
    for (const answer of await answersTo(actor, 'dashboard', [
      ...wrong,
      { path: 'consult.dashboard', more: 1 },
      { path: 'x' },
    ]))
      expectClear('dashboard', answer);
    expect(await world.ask(actor, `read/${own}`)).toHaveProperty('ok');
  },
  180_000,
);

it('[PERM-01] [CONS-02] an item that is hidden, a draft of others and one that never was answer alike, action by action', async () => {
  const actor = 'member';
  for (const action of askedAboutHidden) {
    const [name = ''] = action.split('/');
    for (const id of hidden) {
      const absent = `${id.split('-')[0] ?? ''}-1999999999`;
      const bodies = (target: ItemId): Json[] => bodiesFor(name, target).slice(0, 2);
      const [of, never] = [
        await answersTo(actor, `act/${action}`, bodies(id)),
        await answersTo(actor, `act/${action}`, bodies(absent)),
      ];
      const plain = (answers: Envelope[]): Json[] =>
        answers.map(({ erred, b }) => ({ erred: erred ?? false, b: b ?? null }));
      expect({ action, id, answers: plain(of) }).toEqual({ action, id, answers: plain(never) });
      expect(JSON.stringify(of)).not.toContain(WORD);
    }
  }
  expect(await world.ask(actor, `read/${gone}`)).toEqual({ refused: 'notFound' });
}, 180_000);
