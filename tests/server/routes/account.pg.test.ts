// The add-account command on a real world: the first person of a site can sign in.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAccount } from 'src/server/cli/addAccount.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import { loadSample } from 'src/server/cli/loadSample.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

it('makes a person who can sign in, as an administrator where asked', async () => {
  const id = await addAccount(
    world.services,
    ['--email', 'first@toy.test', '--name', 'First', '--admin'],
    'first password',
  );
  const session = await world.services.sessions.verify(
    await world.services.sessions.signIn('First@toy.test', 'first password', 'here'),
  );
  expect(session).toMatchObject({ userId: id, subject: { admin: true } });
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
    await loadSample(load, { services: world.services, password: 'x', progress: () => undefined }),
  ).toBeUndefined();
});
