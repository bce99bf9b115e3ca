// Seeded random envelopes, by a visitor and by a member who may change nothing: every one gets an answer of the catalogue, nothing changes,
// and the process continues. A part of it goes over real sockets.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from 'src/base/seededRandom.ts';
import { PROBLEMS } from 'src/model/generated/problems.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { parseFrame } from 'src/server/transport/parseFrame.ts';
import type { Caller } from 'src/server/http/caller.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { stormEnvelope } from 'tests/server/routes/stormEnvelope.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { casesToTake } from 'tests/runner/parts.ts';

// Options for a longer storm and for another seed.
const ENVELOPES = Number(process.env['FUZZ_ENVELOPES'] ?? 13_500);
const OVER_SOCKETS = 1_000;
const AT_ONCE = 48;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
/** Seeds of the storms in this run. */
const SEEDS = casesToTake('storms of envelopes', [SEED, SEED + 1, SEED + 2], String);
/** Minimum number of occurrences of each outcome in one storm. */
const OFTEN = 30;
const MINUTE = 60_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** Everything that a request could have changed, as one text. A stored reply for a repeated request is no change. */
const stateOfWorld = async (): Promise<unknown> =>
  await world.services.database.query(
    `select (select json_agg(i order by t, i) from item i) as items, (select count(*) from item_history) as history,
      (select count(*) from outbox) as told, (select count(*) from item_grant) as grants,
      (select json_agg(to_jsonb(c) - 'active' order by user_id) from credential c) as accounts`,
  );

const unexpected = ({ b, erred }: Envelope): string | undefined => {
  if (erred !== true) return undefined;
  const { userMessage } = b as { readonly userMessage?: string };
  const known = userMessage !== undefined && Object.hasOwn(PROBLEMS, userMessage) && userMessage !== 'generalFailure';
  return known ? undefined : JSON.stringify(b);
};

it.for(SEEDS)(
  `[ERR-01] answers ${ENVELOPES} envelopes of a storm from the catalogue, and changes nothing (seed %i)`,
  { timeout: 10 * MINUTE },
  async (seed) => {
    const session = await world.services.sessions.verify(await signIn(world.url, 'member'));
    const before = await stateOfWorld();
    const callers: Caller[] = [undefined, session].map((each) => ({
      address: 'here',
      session: each,
      receiver: undefined,
      connection: undefined,
    }));
    const random = seededRandom(seed);
    const outcomes = new Map<string, number>();
    let index = 0;
    const work = async (): Promise<void> => {
      while (index < ENVELOPES) {
        const at = index;
        index += 1;
        const text = stormEnvelope(random, at);
        const { envelope } = await world.server.dispatch(callers[at % 2] as Caller, parseFrame(text, Date.now()));
        const wrong = unexpected(envelope);
        if (wrong !== undefined)
          throw new Error(
            `envelope ${at} ${text.slice(0, 1000)} was answered ${wrong}; the log says ${world.log.at(-1)}`,
          );
        const outcome = envelope.erred === true ? (envelope.b as { userMessage: string }).userMessage : 'done';
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(await stateOfWorld()).toEqual(before);
    // The storm reaches every kind of answer often.
    for (const outcome of [
      'done',
      'invalid',
      'invalidId',
      'notFound',
      'notAllowed',
      'unknownOperation',
      'parseRequestFailed',
      'notSignedIn',
    ]) {
      expect([outcome, (outcomes.get(outcome) ?? 0) > OFTEN]).toEqual([outcome, true]);
    }
  },
);

it.for(SEEDS)(`answers ${OVER_SOCKETS} of them over a socket too (seed %i)`, { timeout: 5 * MINUTE }, async (seed) => {
  const token = await signIn(world.url, 'member');
  const before = await stateOfWorld();
  const random = seededRandom(seed + 10);
  let socket = await TestSocket.as(world.url, token);
  for (let at = 0; at < OVER_SOCKETS; at += 100) {
    const storm = Array.from({ length: 100 }, (_, more) => stormEnvelope(random, at + more)).filter(
      (text) => !text.includes('"signout') && !text.includes('"tokenAuth'),
    );
    for (const text of storm) socket.socket.send(text);
    expect(await socket.ask('ping', undefined, { s: 'still there' })).toMatchObject({ o: 'pong' });
    for (const received of socket.received) expect(unexpected(received)).toBeUndefined();
    socket.close();
    socket = await TestSocket.as(world.url, token);
  }
  socket.close();
  expect(await stateOfWorld()).toEqual(before);
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
});

it('lives through a storm of strangers, and closes each of them', async () => {
  const random = seededRandom(SEED);
  await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const socket = await TestSocket.open(world.url);
      socket.socket.send(
        random.chance(0.5)
          ? stormEnvelope(random, at)
          : Buffer.from(Array.from({ length: 40 }, () => random.whole(0, 255))),
      );
      socket.socket.send('{"o":"read/Book-1"}');
      expect((await socket.closed).code).toBe(4401);
    }),
  );
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
});
