// Every state of a one-use link with every route that accepts one: the answer, and whether the link is still valid after it. Also every
// state of an account with every caller who requests an email with a link: the answer, and the email.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { insertAccountToken, type TokenPurpose } from 'src/server/store/accounts/tokenRows.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const GENEROUS = { perSecond: 1e6, burst: 1e6 };
const GOOD = 'paddle the long river home';
const HOUR = 3_600_000;

let world: World;
let smtp: MailServer;
let jobs: JobQueue;
let admin: TestSocket;
/** Visitors, and people who are signed in as others. Only the link matters. */
const tokens = new Map<string, string | undefined>([['nobody', undefined]]);

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openWorld({
    mail: { smtpUrl: smtp.url, from: 'site@toy.test' },
    limits: { signInPerAccount: GENEROUS, signInPerAddress: GENEROUS },
    settings: { site: { ...DEFAULT_SETTINGS.site, registration: 'open' } },
  });
  const { connection, services, jobs: handlers } = world;
  jobs = await startJobQueue({ connection, database: services.database, handlers, log: console.error });
  for (const name of ['member', 'keeper', 'admin']) tokens.set(name, await signIn(world.url, name));
  admin = await TestSocket.as(world.url, tokens.get('admin') ?? '');
  const self = { ...targetOf(world.ids['admin'] ?? ''), targetUserID: world.ids['member'] ?? '' };
  const { b } = await admin.ask('act/masquerade', self);
  tokens.set('admin acting as member', (b as { readonly newToken: string }).newToken);
});
afterAll(async () => {
  admin.close();
  await jobs.stop();
  await world.stop();
  await smtp.stop();
});

const targetOf = (id: ItemId): { _t: string; _i: number } => {
  const [_t = '', number = ''] = id.split('-');
  return { _t, _i: Number(number) };
};

let made = 0;
const newAddress = (): string => `person${(made += 1)}@toy.test`;

interface Person {
  readonly id: ItemId;
  readonly email: string;
}

/** A User item without an account, as an administrator creates it. */
const newPerson = async (): Promise<Person> => {
  const email = newAddress();
  const { b } = await admin.ask('create/User', { name: email, email });
  return { id: String((b as Values)['$id']), email };
};
const change = async (id: ItemId, changes: Values): Promise<void> => {
  const { _u } = (await admin.ask(`read/${id}`)).b as { readonly _u: number };
  expect((await admin.ask('update', { $id: id, _u, ...changes })).erred).toBeUndefined();
};

interface Answer {
  readonly status: number;
  readonly refusal: string;
}

const post = async (path: string, body: Json, who = 'nobody'): Promise<Answer> => {
  const token = tokens.get(who);
  const answer = await fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { b, erred } = (await answer.json()) as { readonly b?: Values; readonly erred?: boolean };
  return { status: answer.status, refusal: erred === true ? String(b?.['userMessage']) : '' };
};

describe('[AUTH-08] a link', () => {
  const STATES = [
    'good',
    'used',
    'expired',
    'altered',
    'overtaken',
    'of a blocked person',
    'of nobody any more',
  ] as const;
  type State = (typeof STATES)[number];
  const PURPOSES: readonly TokenPurpose[] = ['register', 'invite', 'password'];
  const ROUTES: Readonly<Record<string, readonly TokenPurpose[]>> = {
    '/api/confirm-email': ['register', 'invite'],
    '/api/set-pass': ['password'],
  };

  const linkTo = (purpose: TokenPurpose, { id, email }: Person, expires = HOUR): Promise<string> =>
    insertAccountToken(
      world.services.database,
      { purpose, email, name: 'A person', user_id: purpose === 'register' ? null : id },
      new Date(Date.now() + expires),
    );

  /** A registration has no person yet. The state applies to the person who has the address at that time. */
  const begin = async (purpose: TokenPurpose, state: State): Promise<string> => {
    const noPerson = purpose === 'register' && state !== 'of a blocked person' && state !== 'of nobody any more';
    const person = noPerson ? { id: '', email: newAddress() } : await newPerson();
    if (!noPerson) await world.services.accounts.create(person.id, person.email, `${GOOD} before`);
    const token = await linkTo(purpose, person, state === 'expired' ? -1 : HOUR);
    const [route = ''] = Object.entries(ROUTES).find(([, purposes]) => purposes.includes(purpose)) ?? [];
    if (state === 'used') expect((await post(route, { token, password: GOOD })).status).toBe(200);
    if (state === 'overtaken') {
      const later = await linkTo(purpose, person);
      expect((await post(route, { token: later, password: GOOD })).status).toBe(200);
    }
    if (state === 'of a blocked person') await change(person.id, { blocked: true });
    if (state === 'of nobody any more') {
      const { _u } = (await admin.ask(`read/${person.id}`)).b as { readonly _u: number };
      expect((await admin.ask(`delete/${person.id}`, { _u })).erred).toBeUndefined();
    }
    return state === 'altered' ? `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}` : token;
  };

  const cases = PURPOSES.flatMap((purpose) => STATES.map((state) => ({ purpose, state })));
  it.each(cases)('to $purpose, that is $state, answers as the table says', async ({ purpose, state }) => {
    const token = await begin(purpose, state);
    const good = state === 'good';
    // The owner of the link is checked when it is used.
    const stands = good || state.startsWith('of ');
    const named = await fetch(`${world.url}/api/link-address`, { method: 'POST', body: JSON.stringify({ token }) });
    expect(named.status).toBe(200);
    expect(await named.json()).toEqual(
      stands ? { email: expect.stringMatching(/^person\d+@toy\.test$/) as string } : {},
    );
    for (const [route, purposes] of Object.entries(ROUTES)) {
      const fits = purposes.includes(purpose);
      // A weak password or the other route does not use up the link. Neither does the next visitor.
      for (const who of tokens.keys()) {
        const weak = await post(route, { token, password: 'password1234' }, who);
        expect({ route, who, ...weak }).toEqual(
          stands && fits
            ? { route, who, status: 422, refusal: 'invalid' }
            : { route, who, status: 400, refusal: 'linkNotValid' },
        );
      }
      if (!fits) expect(await post(route, { token, password: GOOD })).toEqual({ status: 400, refusal: 'linkNotValid' });
    }
    const [route = ''] = Object.entries(ROUTES).find(([, purposes]) => purposes.includes(purpose)) ?? [];
    expect((await post(route, { token, password: GOOD })).status).toBe(good ? 200 : 400);
    expect(await post(route, { token, password: GOOD })).toEqual({ status: 400, refusal: 'linkNotValid' });
  });
});

describe('[AUTH-08] an email with a link', () => {
  const ACCOUNTS = ['none', 'invited', 'taken', 'blocked'] as const;
  type Account = (typeof ACCOUNTS)[number];

  const put = async (account: Account): Promise<Person> => {
    const person = await newPerson();
    if (account === 'invited') {
      await admin.ask('act/invite', targetOf(person.id));
      await smtp.emailTo(person.email);
    }
    if (account === 'taken' || account === 'blocked')
      await world.services.accounts.create(person.id, person.email, GOOD);
    if (account === 'blocked') await change(person.id, { blocked: true });
    smtp.emails.length = 0;
    return person;
  };

  /** Target of the link in the email; undefined if none was sent. */
  const sentTo = async ({ email }: Person): Promise<string | undefined> => {
    await expect
      .poll(async () => world.services.database.query(`select 1 from mail where state = 'waiting'`), {
        timeout: 20_000,
      })
      .toEqual([]);
    const taken = smtp.emails.find(({ to }) => to.includes(email));
    return taken && /(\/(?:confirm-email|set-pass|sign-in))(?:#|\s)/.exec(taken.mail.text ?? '')?.[1];
  };

  const ASKED: readonly {
    readonly name: string;
    readonly ask: (person: Person, who: string) => Promise<Answer>;
    /** Only the email shows whether the account is known. */
    readonly refusal: (who: string, account: Account) => string;
    /** Callers need not be signed in, and their session makes no difference. */
    readonly asIfNobody: boolean;
    readonly leads: Readonly<Record<Account, string | undefined>>;
  }[] = [
    {
      name: 'register',
      ask: ({ email }, who) => post('/api/register', { name: 'A person', email }, who),
      refusal: () => '',
      asIfNobody: true,
      leads: { none: '/confirm-email', invited: '/sign-in', taken: '/sign-in', blocked: undefined },
    },
    {
      name: 'forgot password',
      ask: ({ email }, who) => post('/api/forgot-password', { email }, who),
      refusal: () => '',
      asIfNobody: true,
      leads: { none: undefined, invited: '/set-pass', taken: '/set-pass', blocked: undefined },
    },
    {
      name: 'invite',
      ask: ({ id }, who) => post('/api/item', { o: 'act/invite', b: targetOf(id), s: '1' }, who),
      refusal: (who, account) =>
        who === 'nobody' ? 'notSignedIn' : who === 'admin' && account !== 'blocked' ? '' : 'notAllowed',
      asIfNobody: false,
      leads: { none: '/confirm-email', invited: '/confirm-email', taken: '/sign-in', blocked: undefined },
    },
  ];

  const cases = ACCOUNTS.flatMap((account) => ASKED.map((asked) => ({ account, asked, name: asked.name })));
  it.each(cases)('for "$name", where the account is $account', async ({ account, asked }) => {
    const { name, ask, refusal, leads, asIfNobody } = asked;
    for (const who of asIfNobody ? ['nobody', 'member'] : tokens.keys()) {
      const person = await put(account);
      const expected = refusal(who, account);
      expect({ name, who, refusal: (await ask(person, who)).refusal }).toEqual({ name, who, refusal: expected });
      if (expected !== '') continue;
      expect({ name, who, leadsTo: await sentTo(person) }).toEqual({ name, who, leadsTo: leads[account] });
    }
  });

  it('takes no name with line breaks', async () => {
    const body = { name: 'New\r\nPerson', email: newAddress() };
    expect(await post('/api/register', body)).toEqual({ status: 422, refusal: 'invalid' });
  });

  it('is not sent by refused people', async () => {
    const { id, email } = await newPerson();
    for (const who of ['nobody', 'member', 'keeper', 'admin acting as member'])
      await post('/api/item', { o: 'act/invite', b: targetOf(id), s: '1' }, who);
    expect(
      await world.services.database.query('select 1 from mail where to_user = $1 or address = $2', [id, email]),
    ).toEqual([]);
  });
});
