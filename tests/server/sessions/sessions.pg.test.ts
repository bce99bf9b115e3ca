// Accounts and sessions on a real database: who gets a token, how long it lives, and everything that ends it.

import type { LiveSession } from 'src/server/context.ts';
import { stat } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creatableTypesFor, importableTypesFor } from 'src/server/access/creatableTypes.ts';
import { createAccounts } from 'src/server/sessions/accounts.ts';
import { hashPassword, isPassword } from 'src/server/sessions/passwords.ts';
import { createSessions } from 'src/server/sessions/sessions.ts';
import type { Accounts, Sessions } from 'src/server/sessions/sessions.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { claimIdempotencyKey, keepAnswer } from 'src/server/store/requests/idempotencyKeys.ts';
import { holdReply, takeReplyPart } from 'src/server/store/requests/heldReplies.ts';
import { takeFromEach, takeTokens } from 'src/server/store/requests/rateLimitRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const MINUTE = 60_000;
const RIGHT = 'a right password';

let test: TestDatabase;
let makeSessions: () => Promise<Sessions>;
let sessions: Sessions;
let accounts: Accounts;
let now = new Date();
// The sessions room asks for User items and nothing else; here they lie in a map, so that rights can be changed in a line.
const users = new Map<string, StoredItem>();

const user = (number: number, properties: StoredItem['properties'] = {}, u = 1): void => {
  const id = `User-${number}`;
  users.set(id, {
    id,
    type: 'User',
    number,
    n: number,
    u,
    acl: 1,
    level: 'PUBLIC',
    owners: [],
    levels: {},
    created: '',
    creator: id,
    updater: undefined,
    updated: '',
    label: id,
    properties: { name: `N${number}`, email: `n${number}@x.test`, ...properties },
  });
};

const moveTo = (milliseconds: number): void => {
  now = new Date(Date.now() + milliseconds);
};

beforeAll(async () => {
  test = await testDatabase(registry);
  const { database } = test;
  makeSessions = () =>
    createSessions({
      database,
      adminLog: { add: () => Promise.resolve(), addNow: () => Promise.resolve() },
      items: { findMany: (_tx, ids) => Promise.resolve(ids.flatMap((id) => users.get(id) ?? [])) },
      clock: { now: () => now },
      tokenMinutes: 60,
      sessionHours: 24,
      limits: DEFAULT_SETTINGS.limits,
      requireSecondFactor: 'nobody',
      demandSecondFactor: () => Promise.resolve(),
      capabilities: registry.capabilities,
      creatable: creatableTypesFor(registry, {}),
      importable: importableTypesFor(registry, {}),
      version: 'v1',
      zoneOf: () => Promise.resolve('UTC'),
      tasksOf: () => Promise.resolve(new Map()),
    });
  sessions = await makeSessions();
  accounts = createAccounts(database, sessions);
});
afterAll(() => test.stop());

let number = 100;
let email = '';
beforeEach(async () => {
  moveTo(0);
  number += 1;
  email = `n${number}@x.test`;
  user(number);
  await accounts.create(`User-${number}`, email, RIGHT);
});

const signIn = (): Promise<string> => sessions.signIn(email, RIGHT, { address: `198.51.100.${number}` });

describe('signing in', () => {
  it('[AUTH-06] gives a token whose `sub` is the user, for the address in any spelling', async () => {
    const token = await sessions.signIn(` ${email.toUpperCase()} `, RIGHT, { address: 'here' });
    expect(decodeJwt(token)).toMatchObject({ sub: `User-${number}` });
    expect((await sessions.verify(token)).userId).toBe(`User-${number}`);
  });

  it('answers unknown address, wrong password and blocked user alike', async () => {
    user(number, { blocked: true });
    const problems = [
      sessions.signIn(email, RIGHT, { address: 'a' }),
      sessions.signIn(email, 'wrong password', { address: 'b' }),
      sessions.signIn('nobody@x.test', RIGHT, { address: 'c' }),
    ];
    for (const each of await Promise.allSettled(problems))
      expect(each).toMatchObject({ status: 'rejected', reason: { key: 'signInFailed' } });
  });

  it('works about as much for an unknown address as for a wrong password', async () => {
    // Processor time of this process, where the password is hashed: other processes do not count.
    const work = async (address: string): Promise<number> => {
      const before = process.cpuUsage();
      await sessions.signIn(address, 'wrong password', { address }).catch(() => undefined);
      const { user: own, system } = process.cpuUsage(before);
      return own + system;
    };
    await work(email);
    await work('no0@x.test');
    const known: number[] = [];
    const unknown: number[] = [];
    for (const at of [1, 2, 3]) {
      known.push(await work(email));
      unknown.push(await work(`no${at}@x.test`));
    }
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3);
  });

  it('refuses the sixth wrong password in a quarter of an hour, and even the right one then', async () => {
    const attempt = (password: string): Promise<unknown> =>
      sessions.signIn(email, password, { address: `place ${Math.random()}` }).catch((error: unknown) => error);
    for (let at = 0; at < 5; at += 1) expect(await attempt('wrong password')).toMatchObject({ key: 'signInFailed' });
    const refused = await attempt(RIGHT);
    expect(refused).toMatchObject({ key: 'rateLimited' });
    expect((refused as { params: { retryAfter: number } }).params.retryAfter).toBeGreaterThan(60);
  });

  it('refuses the twenty-first attempt from one address, for any accounts', async () => {
    const attempt = (at: number): Promise<unknown> =>
      sessions.signIn(`x${at}@x.test`, 'wrong', { address: 'one place' }).catch((error: unknown) => error);
    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => attempt(at)));
    expect(answers.filter((each) => (each as { key: string }).key === 'rateLimited')).toHaveLength(5);
  });

  it('leaves threads to read files with while many passwords are compared', async () => {
    const stored = await hashPassword(RIGHT);
    const ends: string[] = [];
    const compared = Array.from({ length: 12 }, () =>
      isPassword(stored, 'wrong password').then(() => ends.push('password')),
    );
    await stat('.');
    ends.push('file');
    await Promise.all(compared);
    expect(ends.indexOf('file')).toBeLessThan(4);
  });

  it('does not count the right password', async () => {
    for (let at = 0; at < 8; at += 1) await signIn();
  });
});

describe('the life of a token', () => {
  it('ends by the clock, and says so apart from what was never a token', async () => {
    const token = await signIn();
    moveTo(61 * MINUTE);
    await expect(sessions.verify(token)).rejects.toMatchObject({ key: 'tokenExpired' });
    for (const bad of ['', 'x', 'a.b.c', `${token}x`, token.slice(0, -2)])
      await expect(sessions.verify(bad)).rejects.toMatchObject({ key: 'notSignedIn' });
  });

  it('refuses a token signed by another party, and an unsigned one', async () => {
    const [, payload] = (await signIn()).split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    await expect(sessions.verify(`${none}.${payload}.`)).rejects.toMatchObject({ key: 'notSignedIn' });
    const { SignJWT } = await import('jose');
    const foreign = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('knowledge-keeper')
      .setSubject('User-1')
      .setJti('0f8fad5b-d9cb-469f-a165-70867728950e')
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32));
    await expect(sessions.verify(foreign)).rejects.toMatchObject({ key: 'notSignedIn' });
  });

  it('[AUTH-03] is followed by the next one, and lives 30 s more', async () => {
    const old = await signIn();
    const next = await sessions.rotate(await sessions.verify(old));
    expect((await sessions.verify(next)).id).toBe((await sessions.verify(old)).id);
    moveTo(31_000);
    await expect(sessions.verify(old)).rejects.toMatchObject({ key: 'tokenExpired' });
    expect((await sessions.verify(next)).userId).toBe(`User-${number}`);
  });

  it('never outlives the session', async () => {
    let token = await signIn();
    for (let hours = 0.9; hours < 23.9; hours += 0.9) {
      moveTo(hours * 60 * MINUTE);
      token = await sessions.rotate(await sessions.verify(token));
    }
    const { expires } = await sessions.verify(token);
    expect(expires.getTime()).toBeLessThanOrEqual(Date.now() + 24 * 60 * MINUTE + 5_000);
  });

  it.each([
    ['sign-out', async (id: string, session: string) => await sessions.end(session, 'signedout').then(() => id)],
    ['another password', (id: string) => accounts.setPassword(id, 'another password')],
  ])('ends with %s', async (_what, act) => {
    const token = await signIn();
    const { id, userId } = await sessions.verify(token);
    await act(userId, id);
    await expect(sessions.verify(token)).rejects.toMatchObject({ key: 'notSignedIn' });
  });

  it('ends when the User item is blocked or gone, and follows its rights at once', async () => {
    const token = await signIn();
    user(number, {
      siteReads: 'PROTECTED',
      siteCapabilities: ['Library'],
      memberships: [{ owner: 'Shelf-1', reads: 'PRIVATE', admin: true, capabilities: ['Library'] }],
    });
    const session = await sessions.verify(token);
    expect(session.subject).toMatchObject({
      siteReads: 'PROTECTED',
      siteCapabilities: ['Library'],
      memberships: [{ owner: 'Shelf-1', reads: 'PRIVATE', admin: true }],
    });
    expect(await sessions.sessionUser(session)).toMatchObject({
      $id: `User-${number}`,
      admin: false,
      capabilities: { Library: true },
      adminOrg: 'Shelf-1',
      adminOrgs: ['Shelf-1'],
      readOrg: 'Shelf-1',
      readOrgs: ['Shelf-1'],
      creatable: expect.arrayContaining(['Book', 'Loan']),
      $version: 'v1',
      masquerading: false,
    });
    user(number, { blocked: true });
    await expect(sessions.verify(token)).rejects.toMatchObject({ key: 'notSignedIn' });
    users.delete(`User-${number}`);
    await expect(sessions.verify(token)).rejects.toMatchObject({ key: 'notSignedIn' });
  });
});

describe('the key of drafts', () => {
  it('is the same at each sign-in of a user and in each process, and another one for everybody else', async () => {
    user(number, { admin: true });
    const keyOf = async (token: string, of = sessions): Promise<string> =>
      (await of.sessionUser(await of.verify(token))).draftKey;
    const token = await signIn();
    const key = await keyOf(token);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(await keyOf(await signIn(), await makeSessions())).toBe(key);
    number += 1;
    email = `n${number}@x.test`;
    user(number);
    await accounts.create(`User-${number}`, email, RIGHT);
    const another = await keyOf(await signIn());
    const issue = await sessions.startMasquerade(await sessions.verify(token), `User-${number}`);
    const acting = await test.database.transaction(issue);
    expect(new Set([key, another, await keyOf(acting)]).size).toBe(3);
  });
});

describe('[MASQ-01] masquerading', () => {
  const start = async (session: LiveSession): Promise<string> =>
    test.database.transaction(await sessions.startMasquerade(session, 'User-1'));

  it('is over with the session that it was started from, when that is sooner than an hour', async () => {
    user(1);
    user(number, { admin: true });
    const admin = await sessions.verify(await signIn());
    await test.database.query(`update session set expires = now() + interval '10 minutes' where id = $1`, [admin.id]);
    const token = await start(admin);
    moveTo(9 * MINUTE);
    expect(await sessions.verify(token)).toMatchObject({ userId: 'User-1' });
    moveTo(11 * MINUTE);
    await expect(sessions.verify(token)).rejects.toMatchObject({ key: 'tokenExpired' });
  });

  it('acts as the other with both ids, ends with the administrator’s session, and returns to it', async () => {
    user(1);
    user(number, { admin: true });
    const admin = await sessions.verify(await signIn());
    const token = await start(admin);
    const acting = await sessions.verify(token);
    expect(acting).toMatchObject({ userId: 'User-1', actorId: admin.userId, subject: { actingAdminId: admin.userId } });
    expect(acting.expires.getTime()).toBeLessThanOrEqual(Date.now() + 60 * MINUTE + 1000);
    const back = await sessions.verify(await test.database.transaction(await sessions.stopMasquerade(acting)));
    expect(back).toMatchObject({ id: admin.id, userId: admin.userId, actorId: undefined });
    await expect(sessions.verify(token)).rejects.toMatchObject({ key: 'notSignedIn' });
    const again = await start(back);
    user(number, { admin: false });
    await expect(sessions.verify(again)).rejects.toMatchObject({ key: 'notSignedIn' });
    user(number, { admin: true });
    expect(await sessions.verify(again)).toMatchObject({ userId: 'User-1' });
    await sessions.end(admin.id, 'signedout');
    await expect(sessions.verify(again)).rejects.toMatchObject({ key: 'notSignedIn' });
  });
});

describe('what processes share', () => {
  it('gives each held part once, in order, to its own session only', async () => {
    const { database } = test;
    const mine = '0f8fad5b-d9cb-469f-a165-70867728950e';
    await holdReply(database, 'k', mine, ['one', 'two']);
    expect(await takeReplyPart(database, 'k', undefined)).toBeUndefined();
    expect(await takeReplyPart(database, 'k', '1f8fad5b-d9cb-469f-a165-70867728950e')).toBeUndefined();
    expect(await takeReplyPart(database, 'k', mine)).toEqual({ body: 'one', last: false, continues: false });
    expect(await takeReplyPart(database, 'k', mine)).toEqual({ body: 'two', last: true, continues: false });
    expect(await takeReplyPart(database, 'k', mine)).toBeUndefined();
  });

  it('lets a second request with the same key wait for the first answer', async () => {
    const { database } = test;
    const key = '2f8fad5b-d9cb-469f-a165-70867728950e';
    const waiting = async (): Promise<number | undefined> => {
      const [row] = await test.database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.count;
    };
    const once = (): Promise<string> =>
      database.transaction(async (tx) => {
        const kept = await claimIdempotencyKey(tx, { userId: 'User-1', key, request: 'the same' });
        if (kept !== undefined) return kept;
        await expect.poll(waiting).toBe(2);
        const answer = String(Math.random());
        keepAnswer(tx, { userId: 'User-1', key }, answer);
        return answer;
      });
    const answers = await Promise.all([once(), once(), once()]);
    expect(new Set(answers).size).toBe(1);
  });

  it('shares one bucket, and a refusal takes nothing from it', async () => {
    const bucket = { name: 'shared', perSecond: 0.001, burst: 3 };
    const other = test.open();
    const takes = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) => takeTokens(at % 2 === 0 ? test.database : other, bucket)),
    );
    expect(takes.filter((wait) => wait === undefined)).toHaveLength(3);
    expect(await takeTokens(other, bucket)).toBeGreaterThan(900);
    expect(await takeTokens(other, bucket)).toBeLessThanOrEqual(1000);
  });

  it('takes from many buckets in one statement, also in opposite orders at the same time', async () => {
    const rate = { perSecond: 0.001, burst: 10 };
    const names = Array.from({ length: 200 }, (_, at) => `bucket ${at}`);
    await takeTokens(test.database, { name: 'bucket 0', ...rate }, 3);
    const other = test.open();
    const taken = await Promise.all([
      takeFromEach(test.database, names, { ...rate, count: 4 }),
      takeFromEach(other, names.toReversed(), { ...rate, count: 4 }),
    ]);
    expect(taken.map((each) => each.filter((name) => name !== 'bucket 0').length)).toEqual([199, 199]);
    expect(taken.flat().filter((name) => name === 'bucket 0')).toHaveLength(1);
    expect(await takeFromEach(other, names, { ...rate, count: 4 })).toEqual([]);
  });
});
