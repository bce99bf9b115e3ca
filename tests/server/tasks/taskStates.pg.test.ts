// One table of every state of a task, every operation and every caller, with the answer and the remaining task. No queue runs, so each
// state stays as it was put, by the code that a run puts it with.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, Values } from 'src/model/item/Item.ts';
import { endTask, findTask, takeTask, type TaskRow } from 'src/server/store/taskRows.ts';
import { endedValues, progressValues, taskItemId, writeTaskItem, type TaskEnding } from 'src/server/store/taskItems.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type State = 'WAITING' | 'RUNNING' | TaskEnding;
const STATES: readonly State[] = ['WAITING', 'RUNNING', 'DONE', 'STOPPED', 'FAILED'];
const isLive = (state: State): boolean => state === 'WAITING' || state === 'RUNNING';

const WHO = ['owner', 'other user', 'administrator', 'administrator acting as owner', 'visitor'] as const;
type Who = (typeof WHO)[number];
/** Other people are not its owner, and learn nothing about it. */
const isOwner = (who: Who): boolean => who === 'owner' || who === 'administrator acting as owner';
const BEGUN_BY = ['owner', 'administrator acting as owner'] as const;

interface Asked {
  readonly state: State;
  readonly who: Who;
  readonly begunBy: (typeof BEGUN_BY)[number];
}

/** The remaining task: its state, whether it was asked to stop, or nothing. */
type Left = State | `${State} asked to stop` | 'gone';

interface Operation {
  readonly name: string;
  /** Empty for a success; only for the owner: all others get the same answer as for a task that never existed. */
  readonly answer: (asked: Asked) => string;
  readonly left?: (asked: Asked) => Left;
  readonly o?: (key: string) => readonly [o: string, b?: Json];
}

const mayStart: Readonly<Record<Who, string>> = {
  owner: '',
  'other user': 'notAllowed',
  administrator: '',
  'administrator acting as owner': '',
  visitor: 'notSignedIn',
};
const unlessOwner = ({ who }: Asked): string => (who === 'visitor' ? 'notSignedIn' : isOwner(who) ? '' : 'notFound');

/** An administrator who acts as the person ends only what they began themselves. */
const unlessBegun = (asked: Asked): string =>
  unlessOwner(asked) || (asked.who !== 'owner' && asked.begunBy === 'owner' ? 'notAllowed' : '');

let world: World;
let target: { readonly _t: string; readonly _i: number };

const OPERATIONS: readonly Operation[] = [
  {
    name: 'start another',
    answer: ({ who }) => mayStart[who],
    o: () => ['act/tally/async', { ...target, rounds: 1 }],
  },
  { name: 'progress', answer: unlessOwner, o: (key) => [`activeTask/${key}`] },
  {
    name: 'cancel',
    answer: unlessBegun,
    left: ({ state }) => (isLive(state) ? `${state} asked to stop` : state),
    o: (key) => [`act/tally/asyncCancel/${key}`],
  },
  {
    name: 'kill',
    answer: unlessBegun,
    left: ({ state }) => (isLive(state) ? 'STOPPED' : state),
    o: (key) => ['act/killTask', { taskKey: key }],
  },
  {
    name: 'dismiss',
    // A user who acts as the person removes only tasks that they began.
    answer: (asked) =>
      unlessOwner(asked) ||
      (isLive(asked.state) || (asked.who !== 'owner' && asked.begunBy === 'owner') ? 'notAllowed' : ''),
    left: () => 'gone',
    o: (key) => [`activeTask/${key}/dismiss`],
  },
  {
    name: 'result',
    // A visitor gets the same refusal for files as for all downloads.
    answer: (asked) =>
      asked.who === 'visitor' ? 'notAllowed' : unlessOwner(asked) || (asked.state === 'DONE' ? '' : 'notFound'),
  },
];

const sockets = new Map<Who, TestSocket>();
const tokens = new Map<Who, string>();

const openAs = async (who: Who): Promise<TestSocket> => {
  const token = tokens.get(who) ?? '';
  return await TestSocket.as(world.url, token);
};

const named = (id: string): { _t: string; _i: number } => {
  const [_t = '', number = ''] = id.split('-');
  return { _t, _i: Number(number) };
};

beforeAll(async () => {
  world = await openWorld({ limits: { tasksPerUser: 1_000_000 } });
  target = named(world.ids['COMMUNITY'] ?? '');
  tokens.set('owner', await signIn(world.url, 'keeper'));
  tokens.set('other user', await signIn(world.url, 'member'));
  tokens.set('administrator', await signIn(world.url, 'admin'));
  const admin = await openAs('administrator');
  const { ids } = world;
  const acting = { ...named(ids['admin'] ?? ''), targetUserID: ids['keeper'] ?? '' };
  const { b } = await admin.ask('act/masquerade', acting);
  tokens.set('administrator acting as owner', (b as { newToken: string }).newToken);
  admin.close();
  for (const who of tokens.keys()) sockets.set(who, await openAs(who));
});
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await world.stop();
});

/** A visitor signs in to no socket. */
const askUnsigned = async (o: string, b: Json = {}): Promise<{ readonly b?: Json }> => {
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ o, b, s: '1' }),
  });
  return (await answer.json()) as { readonly b?: Json };
};

const ask = async (who: Who, o: string, b?: Json): Promise<{ readonly refusal: string; readonly body: Json }> => {
  const { b: body = null } = (await sockets.get(who)?.ask(o, b)) ?? (await askUnsigned(o, b));
  return { refusal: String((body as Values | null)?.['userMessage'] ?? ''), body };
};

const userId = (): string => world.ids['keeper'] ?? '';
const taskAt = (key: string): Promise<TaskRow | undefined> => findTask(world.services.database, userId(), key);

/** State that a run sets. */
const put = async (key: string, state: State): Promise<void> => {
  const { services } = world;
  if (state === 'WAITING') return;
  const task = await takeTask(services.database, key);
  if (!task) throw new Error('no task');
  if (state === 'DONE') await services.taskResults.put(key, Buffer.from('rounds\n'));
  await services.database.transaction(async (tx) => {
    if (!isLive(state)) {
      const file = state === 'DONE' ? { name: 'tally.csv', type: 'text/csv' } : undefined;
      await endTask(tx, key, { file });
    }
    const values = isLive(state)
      ? { ...progressValues({ done: 1, total: 2 }), state }
      : endedValues(task, { ending: state as TaskEnding });
    await writeTaskItem(tx, services, {
      task,
      values: { ...values, ...(state === 'DONE' && { resultURI: `/task-result/${key}` }) },
    });
  });
};

const leftOf = async (key: string): Promise<Left> => {
  const task = await taskAt(key);
  const stored = task && (await world.services.items.find(world.services.database, taskItemId(task)));
  if (!task || !stored) return 'gone';
  const state = stored.properties['state'] as State;
  return task.stop === 'cancel' && isLive(state) ? `${state} asked to stop` : state;
};

const resultFor = async (who: Who, key: string): Promise<string> => {
  const token = tokens.get(who);
  const answer = await fetch(`${world.url}/task-result/${key}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  if (answer.status === 200) return text === 'rounds\n' ? '' : text;
  return String((JSON.parse(text) as { readonly b: Values }).b['userMessage']);
};

const cases = STATES.flatMap((state) =>
  BEGUN_BY.flatMap((begunBy) => WHO.map((who): Asked => ({ state, begunBy, who }))),
);

describe('[TASK-01] a task', () => {
  it.each(cases)('that is $state, begun by the $begunBy, answers the $who as the table says', async (asked) => {
    const { state, who, begunBy } = asked;
    for (const { name, answer, left, o } of OPERATIONS) {
      const { body } = await ask(begunBy, 'act/tally/async', { ...target, rounds: 2 });
      const { key } = body as { readonly key: string };
      await put(key, state);
      const refusal = o ? (await ask(who, ...o(key))).refusal : await resultFor(who, key);
      const expected = answer(asked);
      const stays = expected !== '' || !left;
      expect({ name, refusal, left: await leftOf(key) }).toEqual({
        name,
        refusal: expected,
        left: stays ? state : left(asked),
      });
    }
  });
});
