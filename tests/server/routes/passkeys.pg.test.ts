// A known passkey, with answers to other challenges, from other sites, or by a person whom the device did not verify.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { insertPasskey } from 'src/server/store/accounts/secondFactorRows.ts';
import { createPasskey, type Asked } from 'tests/server/routes/createPasskey.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

interface Question {
  readonly key: string;
  readonly options: { readonly challenge: string };
}

interface Answer {
  readonly status: number;
  readonly token: string | null;
  readonly body: Json;
}

const post = async (path: string, body: Json): Promise<Answer> => {
  const answer = await fetch(`${world.url}/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const read = (await answer.json()) as { readonly b?: Json };
  return { status: answer.status, token: answer.headers.get('access-token'), body: read.b ?? (read as Json) };
};

it('[AUTH-06] a passkey is refused where it answers no question of this site', async () => {
  const { publicKey, answerTo } = createPasskey();
  const id = 'AAAA';
  await insertPasskey(world.services.database, {
    ...{ id, user_id: world.ids['stranger'] ?? '', public_key: publicKey, counter: '0', transports: [], name: 'x' },
  });
  // Address of a site without PUBLIC_URL, at the port of openWorld.
  const origin = 'http://localhost:0';
  const { hostname } = new URL(origin);
  const question = async (): Promise<Question> => (await post('passkey-question', {})).body as unknown as Question;
  const passWith = async (wrong: Partial<Asked>, key?: string): Promise<Answer> => {
    const { key: asked, options } = await question();
    const right = { challenge: options.challenge, origin, hostname, verified: true };
    return await post('passkey', {
      key: key ?? asked,
      response: { id, rawId: id, ...answerTo({ ...right, ...wrong }) },
    });
  };
  const { options: another } = await question();
  for (const wrong of [
    { challenge: another.challenge },
    { origin: 'https://elsewhere.test' },
    { origin: origin.replace(/\d+$/, '1') },
    { hostname: 'elsewhere.test' },
    { verified: false },
  ])
    expect({ wrong, ...(await passWith(wrong)) }).toMatchObject({
      wrong,
      status: 401,
      token: null,
      body: { userMessage: 'passkeyNotValid' },
    });
  for (const key of ['x', '00000000-0000-0000-0000-000000000000'])
    expect((await passWith({}, key)).body).toMatchObject({ userMessage: 'passkeyNotValid' });
  expect(await passWith({})).toMatchObject({ status: 200, token: expect.any(String) });

  expect((await post('passkey-question', { key: 'x' })).status).toBe(400);
  const { key } = await question();
  const member = await TestSocket.as(world.url, await signIn(world.url, 'member'));
  const response = { id, rawId: id, type: 'public-key', response: {}, clientExtensionResults: {} };
  const added = await member.ask('act/confirmPasskey', {
    _t: 'User',
    _i: Number((world.ids['member'] ?? '').split('-')[1]),
    key,
    name: 'x',
    response,
  });
  expect(added.b).toMatchObject({ params: { errors: [{ path: '/response' }] } });
  member.close();
});
