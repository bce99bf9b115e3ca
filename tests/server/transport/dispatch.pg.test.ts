// Dispatch with operations made to misbehave: one deadline, the commit decides, and nothing of a failure leaks.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { Problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { AnyHandler } from 'src/server/endpoint.ts';
import { endpointsOf, type Services } from 'src/server/modules.ts';
import { createEndpointTable } from 'src/server/transport/endpointTable.ts';
import { createDispatch, type Dispatch, type Reply } from 'src/server/transport/dispatch.ts';
import type { Log } from 'src/server/http/problemOfError.ts';
import { parseFrame } from 'src/server/transport/parseFrame.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
const logged: string[] = [];
const measured: string[] = [];
const keep = (details: object, message: string): void => void logged.push(JSON.stringify({ ...details, message }));
const log: Log = { info: keep, warn: keep, error: keep };

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const dispatchTo = (name: 'update' | 'isAllowed', handler: AnyHandler<Services>, deadline = 5_000): Dispatch => {
  const { services } = world;
  const others = endpointsOf(toyDomain).filter((each) => each.name !== name);
  return createDispatch({
    services,
    endpoints: createEndpointTable(services, [...others, { name, handler, cost: () => 1 }]),
    limiter: { take: () => Promise.resolve() },
    deadline,
    log,
    measure: (operation, outcome) => void measured.push(`${operation} ${outcome}`),
  });
};

const dispatchOf = (run: (context: Context<Services>) => Promise<Json>, writes: boolean, deadline = 5_000): Dispatch =>
  dispatchTo(writes ? 'update' : 'isAllowed', run, deadline);

const ask = async (dispatch: Dispatch, more: object = {}, waited = 0): Promise<Reply> => {
  const session = await world.services.sessions.verify(await signIn(world.url, 'keeper'));
  const caller = { address: 'here', session, receiver: undefined, connection: undefined };
  const text = JSON.stringify({ o: 'update', s: '1', b: { $id: 'Book-1', _u: 1 }, ...more });
  return dispatch(caller, parseFrame(text, world.services.clock.now().getTime() - waited));
};

const question = { o: 'isAllowed', b: { id: 'Book-1', actions: [] } };

const note = (tx: Context<Services>['tx'], alias: string): Promise<unknown> =>
  tx?.query('insert into legacy_path (alias, item_id) values ($1, $2)', [alias, 'Book-1']) ?? Promise.resolve();
const isNoted = async (alias: string): Promise<boolean> =>
  (await world.services.database.query('select 1 from legacy_path where alias = $1', [alias])).length > 0;

it('measures an action by its own name', async () => {
  const dispatch = dispatchOf(() => Promise.resolve(null), true);
  await ask(dispatch, { o: 'act/deletedItems', b: {} });
  expect(measured.at(-1)).toBe('act/deletedItems done');
});

describe('a write', () => {
  it('stands when its operation answers, and is measured', async () => {
    const { envelope, status } = await ask(
      dispatchOf(async ({ tx }) => {
        await note(tx, 'stands');
        return { fine: true };
      }, true),
    );
    expect([envelope, status]).toEqual([{ o: 'update', s: '1', b: { fine: true } }, 200]);
    expect(await isNoted('stands')).toBe(true);
    expect(measured.at(-1)).toBe('update done');
  });

  it.each([
    ['a problem', () => new Problem('inUse', { by: 'Book-1' }), 'inUse'],
    ['a failure', () => new Error('disk of secret.example full'), 'generalFailure'],
    [
      'others that were quicker each time',
      () => Object.assign(new Error('deadlock detected'), { code: '40P01' }),
      'timeout',
    ],
    ['what is no error', () => 'just words' as unknown as Error, 'generalFailure'],
  ])('is undone by %s thrown after it', async (alias, thrown, key) => {
    const { envelope } = await ask(
      dispatchOf(async ({ tx }) => {
        await note(tx, alias);
        throw thrown();
      }, true),
    );
    expect(envelope).toMatchObject({ o: 'update', s: '1', erred: true, b: { userMessage: key } });
    expect(await isNoted(alias)).toBe(false);
  });

  it('that cannot be committed is not answered as done', async () => {
    const deferred = async ({ tx }: Context<Services>): Promise<Json> => {
      await tx?.query('create table later (x int unique deferrable initially deferred)');
      await tx?.query('insert into later values (1), (1)');
      return { fine: true };
    };
    const { envelope } = await ask(dispatchOf(deferred, true));
    expect(envelope.erred).toBe(true);
  });

  it('is undone past its deadline, at the next statement', async () => {
    const slow = async ({ tx }: Context<Services>): Promise<Json> => {
      await note(tx, 'slow');
      await tx?.query('select pg_sleep(0.3)');
      await note(tx, 'slower');
      return {};
    };
    const { envelope } = await ask(dispatchOf(slow, true, 100));
    expect(envelope).toMatchObject({ erred: true, b: { userMessage: 'timeout' } });
    expect([await isNoted('slow'), await isNoted('slower')]).toEqual([false, false]);
    expect(measured.at(-1)).toBe('update timeout');
  });

  it('does not begin when it has waited for its turn past its deadline', async () => {
    const { envelope } = await ask(
      dispatchOf(async ({ tx }) => {
        await note(tx, 'waited');
        return {};
      }, true),
      {},
      5_001,
    );
    expect(envelope).toMatchObject({ erred: true, b: { userMessage: 'timeout' } });
    expect(await isNoted('waited')).toBe(false);
  });

  it('is refused at its deadline while others of its kind have their turn', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    const prepare = () => {
      begun += 1;
      return released.then(() => () => Promise.resolve({}));
    };
    const patient = dispatchTo('update', { prepare, atOnce: 1 }, 60_000);
    const first = ask(patient);
    await expect.poll(() => begun).toBe(1);
    // It arrived so long ago that half a second is left.
    const refused = ask(patient, {}, 59_500);
    expect((await refused).envelope).toMatchObject({ erred: true, b: { userMessage: 'timeout' } });
    const next = ask(patient);
    release();
    expect((await first).envelope.erred).toBeUndefined();
    expect((await next).envelope.erred).toBeUndefined();
    expect(begun).toBe(2);
  });

  it('leaves its key free when it fails, and keeps its answer when it does not', async () => {
    const key = crypto.randomUUID();
    let runs = 0;
    const dispatch = dispatchOf(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('first')) : Promise.resolve({ run: runs });
    }, true);
    expect((await ask(dispatch, { key })).envelope.erred).toBe(true);
    expect((await ask(dispatch, { key })).envelope.b).toEqual({ run: 2 });
    expect((await ask(dispatch, { key, s: '9' })).envelope).toEqual({ o: 'update', s: '9', b: { run: 2 } });
    expect(runs).toBe(2);
  });

  it('is not prepared again when its key has an answer and preparing may spend a budget', async () => {
    const key = crypto.randomUUID();
    let preparations = 0;
    const prepare = (): Promise<() => Promise<Json>> => {
      preparations += 1;
      return Promise.resolve(() => Promise.resolve({ prepared: preparations }));
    };
    const dispatch = dispatchTo('update', { prepare });
    for (let times = 0; times < 2; times += 1)
      expect((await ask(dispatch, { key })).envelope.b).toEqual({ prepared: 1 });
    const other = await ask(dispatch, { key, b: { $id: 'Book-2', _u: 1 } });
    expect(other.envelope.b).toMatchObject({ params: { errors: [{ path: '/key' }] } });
    expect(preparations).toBe(1);
    await ask(dispatch);
    expect(preparations).toBe(2);
  });
});

it('a question has no transaction, and one deadline too', async () => {
  expect(
    (
      await ask(
        dispatchOf(({ tx }) => Promise.resolve(tx === undefined), false),
        question,
      )
    ).envelope.b,
  ).toBe(true);
  const slow = async ({ db }: Context<Services>): Promise<Json> => {
    // The deadline ends this statement, and no other begins after it.
    await db.query('select pg_sleep(30)').catch(() => undefined);
    return await db.query<{ x: number }>('select 1 as x');
  };
  expect((await ask(dispatchOf(slow, false, 50), question)).envelope).toMatchObject({ b: { userMessage: 'timeout' } });
});

it('[ERR-01] logs a failure that comes again and again once, and counts it; each caller gets the reference in the log', async () => {
  const dispatch = dispatchOf(() => Promise.reject(new Error(`disk full at block ${logged.length}`)), false);
  logged.length = 0;
  const references = new Set<string>();
  const session = await world.services.sessions.verify(await signIn(world.url, 'keeper'));
  const keeper = { address: 'here', session, receiver: undefined, connection: undefined };
  for (let at = 0; at < 101; at += 1) {
    const { envelope } = await dispatch(
      keeper,
      parseFrame(JSON.stringify(question), world.services.clock.now().getTime()),
    );
    expect(envelope.b).toMatchObject({ userMessage: 'generalFailure' });
    references.add((envelope.b as { params: { reference: string } }).params.reference);
  }
  expect(references.size).toBe(1);
  expect(logged.map((line) => JSON.parse(line) as { times?: number; reference: string })).toMatchObject(
    [undefined, 10, 100].map((times) => ({ ...(times && { times }), reference: [...references][0] })),
  );
});

it('[ERR-01] tells a failure by its reference only, and logs its causes without values', async () => {
  const dispatch = dispatchOf(() => {
    const cause = Object.assign(new Error('the inner cause'), {
      code: '23505',
      detail: 'Key (email)=(secret@toy.test)',
    });
    return Promise.reject(new Error('the outer failure', { cause }));
  }, false);
  const { envelope, status } = await ask(dispatch, {
    o: 'isAllowed',
    b: { id: 'Book-1', actions: ['canary of the body'] },
  });
  const { params } = envelope.b as { params: { reference: string } };
  expect([status, envelope.b]).toEqual([500, { userMessage: 'generalFailure', params }]);
  const line = logged.find((each) => each.includes(params.reference)) ?? '';
  expect(line).toContain('the outer failure');
  expect(line).toContain('the inner cause');
  expect(line).toContain('23505');
  for (const secret of ['secret@toy.test', 'canary of the body']) expect(line).not.toContain(secret);
});
