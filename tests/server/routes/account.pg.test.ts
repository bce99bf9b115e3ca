// The commands for accounts on a real world, run as another process next to a running server.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from 'src/server/modules.ts';
import { addAccount } from 'src/server/cli/addAccount.ts';
import { makeAdministrator, setBlocked, setPassword } from 'src/server/cli/changeAccount.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import { loadSampleOnce } from 'src/server/cli/loadSample.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { emailOf, openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
/** Exit code and output of a command's process. */
let services: Services;
beforeAll(async () => {
  world = await openWorld();
  ({ services } = await world.second());
});
afterAll(() => world.stop());

it('makes a person who can sign in, as an administrator where asked', async () => {
  const id = await addAccount(
    world.services,
    ['--email', 'first@toy.test', '--name', 'First', '--admin'],
    'first password',
  );
  const session = await world.services.sessions.verify(
    await world.services.sessions.signIn('First@toy.test', 'first password', { address: 'here' }),
  );
  expect(session).toMatchObject({ userId: id, subject: { admin: true } });
});

it('refuses an address that has an account, in any spelling, with one sentence, and makes nothing', async () => {
  const users = async (): Promise<unknown> =>
    world.services.database.query(
      `select count(*) from item where t = ${world.services.registry.types['User']?.number ?? 0}`,
    );
  const before = await users();
  const args = ['--email', ` ${emailOf('member').toUpperCase()} `, '--name', 'Another', '--admin'];
  const refused: unknown = await addAccount(services, args, 'some password').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect((refused as Error).message).toBe(
    `add-account: an account with the address ${emailOf('member')} already exists`,
  );
  expect(await users()).toEqual(before);
  // Two run at the same time; one succeeds.
  const twice = ['--email', 'twice@toy.test', '--name', 'Twice'];
  const made = await Promise.allSettled([
    addAccount(services, twice, 'some password'),
    addAccount(world.services, twice, 'some password'),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(UsageError) });
});

it('[AUTH-06] takes an address trimmed and in any case, and no look-alike of it', async () => {
  const ask = async (email: string): Promise<number> =>
    (await fetch(`${world.url}/api/sign-in`, { method: 'POST', body: JSON.stringify({ email, password: PASSWORD }) }))
      .status;
  expect(await ask(`  ${emailOf('member').toUpperCase()}\t`)).toBe(200);
  expect(await ask(emailOf('member').replace('m', 'ｍ'))).toBe(401);
  // The Kelvin sign, whose lower case is k.
  expect(await ask(emailOf('keeper').replace('k', '\u212A'))).toBe(401);
});

it('sets another password, which ends the sessions that a running server has', async () => {
  const socket = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
  expect(await setPassword(services, ['--email', ` ${emailOf('stranger').toUpperCase()}`], 'another password')).toBe(
    world.ids['stranger'],
  );
  expect((await socket.closed).code).toBe(4404);
  await expect(signIn(world.url, 'stranger')).rejects.toThrow('signInFailed');
  await setPassword(services, ['--email', emailOf('stranger')], PASSWORD);
  expect(await signIn(world.url, 'stranger')).not.toBe('');
});

it('blocks and unblocks a person; a token from before stays dead', async () => {
  const token = await signIn(world.url, 'stranger');
  const reading = async (): Promise<number> =>
    (
      await fetch(`${world.url}/api/item`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ o: `label/${world.ids['shelf'] ?? ''}` }),
      })
    ).status;
  expect(await reading()).toBe(200);
  const socket = await TestSocket.as(world.url, token);
  await setBlocked(services, ['--email', emailOf('stranger')], true);
  expect((await socket.closed).code).toBe(4404);
  expect(await reading()).toBe(401);
  await expect(signIn(world.url, 'stranger')).rejects.toThrow('signInFailed');
  await setBlocked(services, ['--email', emailOf('stranger')], false);
  expect(await reading()).toBe(401);
  expect(await signIn(world.url, 'stranger')).not.toBe('');
});

it('makes a person an administrator, which their open pages show, and removes no block', async () => {
  const stranger = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
  expect(await makeAdministrator(services, ['--email', emailOf('stranger')])).toBe(world.ids['stranger']);
  await stranger.until(({ o, b }) => o === 'authed' && (b as Readonly<Record<string, unknown>>)['admin'] === true);
  stranger.close();
  await setBlocked(services, ['--email', emailOf('stranger')], true);
  await makeAdministrator(services, ['--email', emailOf('stranger')]);
  await expect(signIn(world.url, 'stranger')).rejects.toThrow('401');
  await expect(makeAdministrator(services, ['--email', 'nobody@toy.test'])).rejects.toThrow(
    'make-administrator: there is no account with the address nobody@toy.test',
  );
});

it('refuses to change a missing account, with one sentence', async () => {
  const none = 'there is no account with the address nobody@toy.test';
  await expect(setPassword(services, ['--email', 'Nobody@toy.test'], PASSWORD)).rejects.toThrow(
    `set-password: ${none}`,
  );
  await expect(setBlocked(services, ['--email', 'nobody@toy.test'], true)).rejects.toThrow(`block-account: ${none}`);
  await expect(setBlocked(services, [], false)).rejects.toThrow('unblock-account: it needs --email');
});

it.each([
  [[], 'it needs --email and --name'],
  [['--email', 'x@toy.test'], 'it needs --email and --name'],
  [['--email', 'nonsense', '--name', 'N'], 'email is not valid'],
  [['--email', 'x@toy.test', '--name', 'N', '--root'], '--root'],
])('refuses %j with one sentence', async (args, message) => {
  await expect(addAccount(world.services, args, 'some password')).rejects.toThrow(UsageError);
  await expect(addAccount(world.services, args, 'some password')).rejects.toThrow(message);
});

it('loads no sample where there are items', async () => {
  const load = (): Promise<never> => Promise.reject(new Error('must not load'));
  expect(
    await loadSampleOnce(load, { services: world.services, password: 'x', progress: () => undefined }),
  ).toBeUndefined();
});
