// A site without registration, and with strict rules for sign-in.

import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { insertAccountToken } from 'src/server/store/accounts/tokenRows.ts';
import { emailOf, openWorld, PASSWORD, signIn } from 'tests/server/routes/openWorld.ts';
import { postJson, type Answer } from 'tests/server/routes/postJson.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const GOOD = 'paddle the long river home';

describe('[AUTH-08] a site', () => {
  it('that is closed to strangers, wants a proof of work, or a second factor of its administrators', async () => {
    const site = { ...DEFAULT_SETTINGS.site, registration: 'invited', disableRecaptcha: false };
    const strict = await openWorld({
      limits: { signInPerAddress: { perSecond: 0.001, burst: 12 } },
      settings: { requireSecondFactor: 'administrators', site },
    });
    const post = (path: string, body: Json): Promise<Answer> => postJson(strict.url, path, body);
    try {
      expect((await post('register', { name: 'A', email: 'a@toy.test' })).status).toBe(403);
      const ask = (proof: Json): Promise<Answer> => post('forgot-password', { email: emailOf('member'), proof });
      // Wrong proofs count against their own address only: neither the recipient nor another person's valid proof from that address is affected.
      for (let at = 0; at < 12; at += 1) expect((await ask({})).body).toMatchObject({ userMessage: 'proofNotValid' });
      expect((await ask({})).status).toBe(429);
      const challenge = (await (await fetch(`${strict.url}/api/puzzle`)).json()) as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey });
      const proof = { challenge, solution } as unknown as Json;
      const cheap = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
      expect((await ask({ challenge: cheap, solution } as unknown as Json)).status).toBe(429);
      expect((await ask(proof)).status).toBe(200);
      expect((await ask(proof)).status).toBe(429);
      expect(await strict.services.database.query('select 1 from mail')).toHaveLength(1);
      // An administrator without a second factor is an ordinary person until there is one.
      const admin = await TestSocket.as(strict.url, await signIn(strict.url, 'admin'));
      expect(admin.received.find(({ o }) => o === 'authed')?.b).toMatchObject({ admin: false, factorRequired: true });
      const me = { _t: 'User', _i: Number((strict.ids['admin'] ?? '').split('-')[1]) };
      expect((await admin.ask('act/mailLog', {})).b).toMatchObject({ userMessage: 'notAllowed' });
      const { secret } = (await admin.ask('act/addTotp', { ...me, current: PASSWORD })).b as { secret: string };
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
      const { recoveryCodes } = (await admin.ask('act/confirmTotp', { ...me, code })).b as { recoveryCodes: string[] };
      // The open page learns of its rights without a reload.
      await expect
        .poll(() => admin.received.findLast(({ o }) => o === 'authed')?.b)
        .toMatchObject({ admin: true, factorRequired: false });
      expect((await admin.ask('act/mailLog', {})).b).not.toHaveProperty('userMessage');
      admin.close();
      // Right codes spend nothing of the user's tries.
      for (const recovery of recoveryCodes.slice(0, 6)) {
        const first = await post('sign-in', { email: emailOf('admin'), password: PASSWORD });
        const { key = '' } = first.body['params'] as { key?: string };
        expect((await post('second-factor', { key, code: recovery })).status).toBe(200);
      }
      // Floods: so many per network address, then Retry-After.
      const flood = await Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`${strict.url}/api/set-pass`, { method: 'POST', body: '{"token":"x","password":"y"}' }),
        ),
      );
      expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
      expect(flood.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
      // Another person's valid link from the same address is accepted.
      const { database } = strict.services;
      const account = { email: emailOf('member'), name: 'M', user_id: strict.ids['member'] ?? '' };
      const later = new Date(Date.now() + 3_600_000);
      const token = await insertAccountToken(database, { purpose: 'password', ...account }, later);
      expect((await post('set-pass', { token, password: GOOD })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
