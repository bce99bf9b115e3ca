// Access to accounts: registration, invitations, forgotten passwords and second factors, through the routes of a real server and the emails
// of a real mail server. Includes unknown, expired, used, foreign and malformed links, look-alike addresses, floods, and identical answers.

import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { removeSecondFactor, setBlocked } from 'src/server/cli/changeAccount.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { emailOf, openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { postJson, type Answer } from 'tests/server/routes/postJson.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const GENEROUS = { perSecond: 1e6, burst: 1e6 };
const GOOD = 'paddle the long river home';

let smtp: MailServer;
let world: World;
let jobs: JobQueue;
let now = new Date();

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openWorld({
    mail: { smtpUrl: smtp.url, from: 'site@toy.test' },
    clock: { now: () => new Date(now) },
    limits: { signInPerAccount: GENEROUS, signInPerAddress: GENEROUS },
    settings: { site: { ...DEFAULT_SETTINGS.site, registration: 'open' } },
  });
  const { database } = world.services;
  jobs = await startJobQueue({ connection: world.connection, database, handlers: world.jobs, log: console.error });
});
afterAll(async () => {
  await jobs.stop();
  await world.stop();
  await smtp.stop();
});

interface Sessions {
  readonly sessions: readonly { readonly session: string; readonly current: boolean }[];
}

const post = (path: string, body: Json): Promise<Answer> => postJson(world.url, path, body);

/** Returns the token in the newest email to the address. */
const tokenFor = async (address: string, count = 1): Promise<string> => {
  const { mail } = await smtp.emailTo(address, count);
  return /\/(?:confirm-email|set-pass)#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
};

const as = async (token: string | null): Promise<TestSocket> => TestSocket.as(world.url, token ?? '');
const userOf = (name: string): { _t: string; _i: number } => ({
  _t: 'User',
  _i: Number((world.ids[name] ?? '').split('-')[1]),
});
const settled = (): Promise<unknown> =>
  expect
    .poll(async () => (await world.services.database.query(`select 1 from mail where state = 'waiting'`)).length)
    .toBe(0);

describe('[AUTH-08] registration', () => {
  it('makes a person once the address is confirmed, who is signed in and can sign in', async () => {
    const email = 'new@toy.test';
    expect(await post('register', { name: 'New Person', email: ` ${email.toUpperCase()} ` })).toEqual({
      status: 200,
      token: null,
      body: {},
    });
    const token = await tokenFor(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await post('sign-in', { email, password: GOOD })).status).toBe(401);
    const { status, token: access } = await post('confirm-email', { token, password: GOOD });
    expect(status).toBe(200);
    const socket = await as(access);
    expect(socket.received.find(({ o }) => o === 'authed')?.b).toMatchObject({
      name: 'New Person',
      email,
      admin: false,
    });
    socket.close();
    expect((await post('sign-in', { email, password: GOOD })).status).toBe(200);
    expect(await post('confirm-email', { token, password: GOOD })).toMatchObject({
      status: 400,
      body: { userMessage: 'linkNotValid' },
    });
  });

  it('gives the same answer for a known and an unknown address, and says only in the email that there is an account', async () => {
    const [known, unknown] = [emailOf('member'), 'nobody-yet@toy.test'];
    const name = 'http://elsewhere.test click here';
    const answers = await Promise.all([known, unknown].map((email) => post('register', { name, email })));
    expect(answers[0]).toEqual(answers[1]);
    const { mail } = await smtp.emailTo(known);
    expect(mail.text).toContain('You already have one');
    expect(mail.text).not.toContain('confirm-email');
    expect((await smtp.emailTo(unknown)).raw).not.toContain('elsewhere.test');
  });

  it('[AUTH-06] refuses a name of several lines and an address in look-alike letters, and sends nothing', async () => {
    const email = 'lines@toy.test';
    for (const [path, body] of [
      ['/name', { name: 'One\r\nBcc: all@toy.test', email }],
      ['/email', { name: 'One', email: 'one@toy.\uFF54est' }],
    ] as const) {
      const answer = await post('register', body);
      expect(answer).toMatchObject({ status: 422, body: { userMessage: 'invalid', params: { errors: [{ path }] } } });
    }
    expect(await world.services.database.query('select 1 from mail where address = $1', [email])).toEqual([]);
  });

  it('takes each link once, also when it is used several times at once, and makes one person of two registrations', async () => {
    const email = 'twice@toy.test';
    await post('register', { name: 'One', email });
    await smtp.emailTo(email);
    await post('register', { name: 'Two', email });
    const second = await tokenFor(email, 2);
    const first = /#([\w-]+)/.exec(smtp.emails.find(({ to }) => to.includes(email))?.mail.text ?? '')?.[1] ?? '';
    const answers = await Promise.all(
      [first, second, first, second, second].map((token) => post('confirm-email', { token, password: GOOD })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400, 400, 400, 400,
    ]);
    const users = await world.services.database.query(`select 1 from credential where email = $1`, [email]);
    expect(users).toHaveLength(1);
  });

  it('refuses a weak password with its path and leaves the link good', async () => {
    const email = 'weak-one@toy.test';
    await post('register', { name: 'Weak', email });
    const token = await tokenFor(email);
    for (const password of [
      'short',
      'password1234',
      'weak-one@toy.test',
      '1234567890',
      'aaaaaaaaaaaa',
      `x${'y'.repeat(2000)}`,
    ])
      expect(await post('confirm-email', { token, password })).toMatchObject({
        status: 422,
        body: { userMessage: 'invalid', params: { errors: [{ path: '/password' }] } },
      });
    expect((await post('confirm-email', { token, password: GOOD })).status).toBe(200);
  });

  it.each([
    ['malformed', {}],
    ['malformed', { name: 'A', email: 'no address' }],
    ['malformed', { name: 'A', email: 'a@b.test', more: 1 }],
    ['malformed', { name: ['A'], email: 'a@b.test' }],
    ['of a look-alike domain', { name: 'A', email: 'a@toy.teſt' }],
    ['with a second reader', { name: 'A', email: 'a@toy.test,b@toy.test' }],
    ['with a header', { name: 'A', email: 'a@toy.test\r\nBcc: b@toy.test' }],
  ])('refuses a body that is %s', async (_, body) => {
    expect((await post('register', body)).status).toBe(422);
    expect((await fetch(`${world.url}/api/register`, { method: 'POST', body: '{' })).status).toBe(400);
  });
});

describe('[AUTH-08] a forgotten password', () => {
  it('is replaced through the email, which ends every session; the email goes to the account’s own address', async () => {
    const email = emailOf('stranger');
    const before = await as(await signIn(world.url, 'stranger'));
    expect((await post('forgot-password', { email: email.toUpperCase() })).body).toEqual({});
    const token = await tokenFor(email);
    const { status, token: access } = await post('set-pass', { token, password: GOOD });
    expect(status).toBe(200);
    expect((await before.closed).code).toBe(4404);
    (await as(access)).close();
    expect((await post('set-pass', { token, password: GOOD })).status).toBe(400);
    await world.services.accounts.setPassword(world.ids['stranger'] ?? '', PASSWORD);
  });

  it('sends nothing to unknown, look-alike and blocked addresses, and answers them alike', async () => {
    smtp.emails.length = 0;
    const blocked = ['--email', emailOf('stranger')];
    await setBlocked(world.services, blocked, true);
    const asked = [
      'nobody@toy.test',
      emailOf('member').replace('m', 'ｍ'),
      emailOf('keeper').replace('k', '\u212A'),
      emailOf('stranger'),
    ];
    for (const email of asked)
      expect(await post('forgot-password', { email })).toEqual({ status: 200, token: null, body: {} });
    await settled();
    expect(smtp.emails).toEqual([]);
    // The server does not store unknown addresses either.
    const strangers = asked.slice(0, -1);
    expect(await world.services.database.query(`select 1 from mail where address = any($1)`, [strangers])).toEqual([]);
    await setBlocked(world.services, blocked, false);
    await post('forgot-password', { email: emailOf('stranger') });
    await smtp.emailTo(emailOf('stranger'));
  });

  it('refuses links that are expired, foreign, of another purpose, or no links', async () => {
    const email = emailOf('member');
    smtp.emails.length = 0;
    await post('forgot-password', { email });
    const token = await tokenFor(email);
    const foreign = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [foreign, 'x', token.slice(1), `${token}A`, "' or 1=1"])
      expect(await post('set-pass', { token: wrong, password: GOOD })).toMatchObject({
        status: 400,
        body: { userMessage: 'linkNotValid' },
      });
    expect((await post('confirm-email', { token, password: GOOD })).status).toBe(400);
    now = new Date(Date.now() + 61 * 60_000);
    expect((await post('set-pass', { token, password: GOOD })).status).toBe(400);
    now = new Date();
    expect(JSON.stringify(await world.services.database.query('select * from account_token'))).not.toContain(token);
    expect(world.log.join('')).not.toContain(token);
  });
});

describe('[AUTH-08] another password', () => {
  it('ends the links and the steps that the old one began', async () => {
    smtp.emails.length = 0;
    await post('forgot-password', { email: emailOf('member') });
    const token = await tokenFor(emailOf('member'));
    const mine = await as(await signIn(world.url, 'member'));
    const change = { ...userOf('member'), current: PASSWORD, password: GOOD };
    expect((await mine.ask('act/changePassword', change)).erred).toBeUndefined();
    expect(await post('set-pass', { token, password: `${GOOD} again` })).toMatchObject({
      status: 400,
      body: { userMessage: 'linkNotValid' },
    });
    mine.close();
    await world.services.accounts.setPassword(world.ids['member'] ?? '', PASSWORD);
  });

  it('cannot be used to fill the site with unanswered questions', async () => {
    const asked = await Promise.all(Array.from({ length: 400 }, () => post('passkey-question', {})));
    expect(asked.map(({ status }) => status)).toContain(429);
    await world.services.database.query(`delete from rate_limit where name like 'questions:%'`);
  });
});

describe('[AUTH-08] an invitation', () => {
  it('is for people who may invite: creates the account, can be sent again, and is accepted once', async () => {
    const admin = await as(await signIn(world.url, 'admin'));
    const { $id } = (await admin.ask('create/User', { name: 'Guest', email: 'guest@toy.test' })).b as { $id: string };
    const target = { _t: 'User', _i: Number($id.split('-')[1]) };
    expect((await admin.ask('act/accountState', target)).b).toEqual({
      ...{ state: 'NONE', mayInvite: true, user: $id, isMember: false },
    });
    expect((await admin.ask('act/invite', target)).b).toEqual({ user: $id, state: 'INVITED' });
    const first = await tokenFor('guest@toy.test');
    const { invited, until } = (await admin.ask('act/accountState', target)).b as { invited: string; until: string };
    expect(Date.parse(until) - Date.parse(invited)).toBe(7 * 24 * 60 * 60_000);
    expect((await smtp.emailTo('guest@toy.test')).mail.subject).toBe('admin invites you to Our Community');
    await admin.ask('act/invite', target);
    const again = await tokenFor('guest@toy.test', 2);
    expect(again).not.toBe(first);
    expect((await post('confirm-email', { token: first, password: GOOD })).status).toBe(200);
    expect((await post('confirm-email', { token: again, password: GOOD })).status).toBe(400);
    expect((await admin.ask('act/accountState', target)).b).toMatchObject({ state: 'WEEK', isMember: false });
    // The person who sent the invitation learns that it is accepted.
    const accepted = { must: { _t: ['Event'], kind: ['accountAccepted'], context: [$id] } };
    const found = async (): Promise<string[]> => ((await admin.ask('search/ids', accepted)).b as { ids: string[] }).ids;
    await expect.poll(found).toHaveLength(1);
    const [event = ''] = await found();
    const { _t, _i } = userOf('admin');
    expect((await admin.ask(`read/${event}`)).b).toMatchObject({ createdBy: $id, to: [`${_t}-${_i}`] });
    // A person who has an account only gets a reminder.
    await admin.ask('act/invite', target);
    expect((await smtp.emailTo('guest@toy.test', 3)).mail.text).not.toContain('confirm-email');
    const keeper = await as(await signIn(world.url, 'keeper'));
    expect((await keeper.ask('act/invite', target)).b).toMatchObject({ userMessage: 'notAllowed' });
    expect((await keeper.ask('act/invite', { _t: 'User', _i: 4711 })).b).toMatchObject({ userMessage: 'notFound' });
    expect((await admin.ask('act/invite', { _t: 'Book', _i: 1 })).b).toMatchObject({ userMessage: 'notAllowed' });
    keeper.close();
    admin.close();
  });

  it('follows a changed address, and refuses one that another account has', async () => {
    const admin = await as(await signIn(world.url, 'admin'));
    const made = (await admin.ask('create/User', { name: 'Typo', email: 'tpyo@toy.test' })).b as {
      $id: string;
      _u: number;
    };
    const target = { _t: 'User', _i: Number(made.$id.split('-')[1]) };
    await admin.ask('act/invite', target);
    const old = await tokenFor('tpyo@toy.test');
    const { _u } = (await admin.ask(`read/${made.$id}`)).b as { _u: number };
    expect((await admin.ask('update', { $id: made.$id, _u, email: 'typo@toy.test' })).erred).toBeUndefined();
    expect((await post('confirm-email', { token: old, password: GOOD })).status).toBe(400);
    await admin.ask('act/invite', target);
    expect((await post('confirm-email', { token: await tokenFor('typo@toy.test'), password: GOOD })).status).toBe(200);
    const taken = await admin.ask('update', { $id: made.$id, _u: _u + 1, email: emailOf('member') });
    expect(taken.b).toMatchObject({ userMessage: 'invalid', params: { errors: [{ path: '/email' }] } });
    const twin = (await admin.ask('create/User', { name: 'Twin', email: emailOf('member') })).b as { $id: string };
    const invited = await admin.ask('act/invite', { _t: 'User', _i: Number(twin.$id.split('-')[1]) });
    expect(invited.b).toMatchObject({
      userMessage: 'invalid',
      params: { errors: [{ path: '/email', message: 'errors.addressTaken' }] },
    });
    admin.close();
  });
});

describe('[AUTH-08] the own account', () => {
  it('changes the password with the old one only; other sessions end, this one goes on', async () => {
    const mine = await as(await signIn(world.url, 'stranger'));
    const other = await as(await signIn(world.url, 'stranger'));
    const me = userOf('stranger');
    const wrong = await mine.ask('act/changePassword', { ...me, current: 'not this one', password: GOOD });
    expect(wrong.b).toMatchObject({ userMessage: 'invalid', params: { errors: [{ path: '/current' }] } });
    const weak = await mine.ask('act/changePassword', { ...me, current: PASSWORD, password: 'password12' });
    expect(weak.b).toMatchObject({ params: { errors: [{ path: '/password' }] } });
    expect((await mine.ask('act/changePassword', { ...me, current: PASSWORD, password: GOOD })).erred).toBeUndefined();
    expect((await other.closed).code).toBe(4404);
    expect((await mine.ask('act/ownAccount', me)).b).toMatchObject({ sessions: [{ current: true }], totp: false });
    expect((await smtp.emailTo(emailOf('stranger'), 1)).mail.text).toContain('password');
    expect((await mine.ask('act/ownAccount', userOf('member'))).b).toMatchObject({ userMessage: 'notAllowed' });
    mine.close();
    await world.services.accounts.setPassword(world.ids['stranger'] ?? '', PASSWORD);
  });

  it('ends one session or all others, never another user’s', async () => {
    const me = userOf('member');
    const [mine, other, third] = await Promise.all([1, 2, 3].map(async () => as(await signIn(world.url, 'member'))));
    const stranger = await as(await signIn(world.url, 'stranger'));
    const { sessions } = ((await mine?.ask('act/ownAccount', me)) ?? { b: null }).b as unknown as Sessions;
    const theirs = (await stranger.ask('act/ownAccount', userOf('stranger'))).b as unknown as Sessions;
    expect(
      (await mine?.ask('act/endSessions', { ...me, session: theirs.sessions[0]?.session ?? '' }))?.b,
    ).toMatchObject({ userMessage: 'notFound' });
    await mine?.ask('act/endSessions', { ...me, session: sessions.find(({ current }) => !current)?.session ?? '' });
    await Promise.race([other?.closed, third?.closed]);
    await mine?.ask('act/endSessions', me);
    await Promise.all([other?.closed, third?.closed]);
    expect((await mine?.ask('ping'))?.o).toBe('pong');
    mine?.close();
    stranger.close();
  });

  it('cannot be changed under a masquerade', async () => {
    const admin = await as(await signIn(world.url, 'admin'));
    const { newToken } = (
      await admin.ask('act/masquerade', { ...userOf('admin'), targetUserID: world.ids['member'] ?? '' })
    ).b as { newToken: string };
    const masked = await as(newToken);
    for (const [action, input] of [
      ['changePassword', { current: PASSWORD, password: GOOD }],
      ['addTotp', { current: PASSWORD }],
      ['addPasskey', { current: PASSWORD }],
      ['ownAccount', {}],
      ['endSessions', {}],
    ] as const)
      expect((await masked.ask(`act/${action}`, { ...userOf('member'), ...input })).b).toMatchObject({
        userMessage: 'notAllowed',
      });
    masked.close();
    admin.close();
  });
});

describe('[AUTH-06] a second factor', () => {
  const secretOf = new Map<string, string>();
  let at = 0;
  /** Each code is valid once, so every call is a step later. */
  const code = (name: string): string => {
    at += 1;
    now = new Date(Date.now() + at * 30_000);
    return new TOTP({ secret: Secret.fromBase32(secretOf.get(name) ?? '') }).generate({ timestamp: now.getTime() });
  };

  const enrol = async (name: string): Promise<string[]> => {
    const socket = await as(await signIn(world.url, name));
    const { secret, uri } = (await socket.ask('act/addTotp', { ...userOf(name), current: PASSWORD })).b as {
      secret: string;
      uri: string;
    };
    expect(uri).toContain('otpauth://totp/');
    secretOf.set(name, secret);
    // It takes effect only after a code was entered, so that a failed set-up locks no person out.
    expect((await post('sign-in', { email: emailOf(name), password: PASSWORD })).status).toBe(200);
    const bad = await socket.ask('act/confirmTotp', { ...userOf(name), code: '000000' });
    expect(bad.b).toMatchObject({ params: { errors: [{ path: '/code' }] } });
    const { recoveryCodes } = (await socket.ask('act/confirmTotp', { ...userOf(name), code: code(name) })).b as {
      recoveryCodes: string[];
    };
    socket.close();
    return recoveryCodes;
  };

  const firstStep = async (name: string): Promise<string> => {
    const { status, token, body } = await post('sign-in', { email: emailOf(name), password: PASSWORD });
    expect({ status, token, userMessage: body['userMessage'] }).toEqual({
      status: 401,
      token: null,
      userMessage: 'secondFactor',
    });
    return (body['params'] as { key: string }).key;
  };

  it('is asked after the right password only; a code counts once, a key for five tries', async () => {
    const codes = await enrol('keeper');
    expect(codes).toHaveLength(10);
    expect((await post('sign-in', { email: emailOf('keeper'), password: 'wrong' })).body).toMatchObject({
      userMessage: 'signInFailed',
    });
    const key = await firstStep('keeper');
    const right = code('keeper');
    expect((await post('second-factor', { key, code: '123' })).body).toMatchObject({ userMessage: 'codeNotValid' });
    expect((await post('second-factor', { key, code: right })).status).toBe(200);
    expect((await post('second-factor', { key, code: right })).status).toBe(400);
    expect((await post('second-factor', { key: await firstStep('keeper'), code: right })).status).toBe(401);
    // A recovery code is valid once, in any spelling.
    const [recovery = ''] = codes;
    const spelt = recovery.toUpperCase().replaceAll('-', ' ');
    expect((await post('second-factor', { key: await firstStep('keeper'), code: spelt })).status).toBe(200);
    expect((await post('second-factor', { key: await firstStep('keeper'), code: recovery })).status).toBe(401);
    const tried = await firstStep('keeper');
    for (let tries = 0; tries < 5; tries += 1) await post('second-factor', { key: tried, code: '000000' });
    expect((await post('second-factor', { key: tried, code: code('keeper') })).body).toMatchObject({
      userMessage: 'linkNotValid',
    });
    expect(JSON.stringify(await world.services.database.query('select * from recovery_code'))).not.toContain(codes[1]);
  });

  it('is not passed by a link of an email', async () => {
    smtp.emails.length = 0;
    await post('forgot-password', { email: emailOf('keeper') });
    const answer = await post('set-pass', { token: await tokenFor(emailOf('keeper')), password: GOOD });
    expect(answer).toMatchObject({ status: 401, token: null, body: { userMessage: 'secondFactor' } });
    await world.services.accounts.setPassword(world.ids['keeper'] ?? '', PASSWORD);
  });

  it('is removed by the person with the password, and by an operator of the site', async () => {
    await removeSecondFactor(world.services, ['--email', emailOf('keeper')]);
    const socket = await as(await signIn(world.url, 'keeper'));
    await enrol('keeper');
    const me = userOf('keeper');
    expect((await socket.ask('act/removeSecondFactor', { ...me, current: 'not it' })).b).toMatchObject({
      userMessage: 'invalid',
    });
    await socket.ask('act/removeSecondFactor', { ...me, current: PASSWORD });
    expect((await socket.ask('act/ownAccount', me)).b).toMatchObject({ totp: false, recoveryCodes: 0 });
    expect((await post('sign-in', { email: emailOf('keeper'), password: PASSWORD })).status).toBe(200);
    socket.close();
  });
});
