// One table of every state of an email, every operation and every caller, with the answer and the remaining row in the log. No queue runs,
// so each state stays as the test wrote it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from 'src/base/clock.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { createMail, SEND_MAIL, type Mail } from 'src/server/mail/mail.ts';
import { createSmtpTransport } from 'src/server/mail/mailTransport.ts';
import type { MailState } from 'src/server/store/mail/mailRows.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const STATES: readonly MailState[] = ['waiting', 'sent', 'refused', 'failed', 'dropped'];
const ATTEMPTS = 2;
/** Stored only while the email may still be sent. */
const hasContent = (state: MailState): boolean => state === 'waiting' || state === 'failed';

const WHO = ['visitor', 'reader', 'owner administrator', 'administrator', 'administrator acting as reader'] as const;
type Who = (typeof WHO)[number];

let world: World;
let smtp: MailServer;
let mail: Mail;
const sockets = new Map<Who, TestSocket>();

beforeAll(async () => {
  [world, smtp] = await Promise.all([openWorld(), startMailServer()]);
  const { database, items, readFilters, sessions } = world.services;
  mail = await createMail({
    ...{ database, items, readFilters, subjectOf: sessions.subjectOf, clock: systemClock, attempts: ATTEMPTS },
    messages: {
      'mail.footer': 'f',
      'mail.hello.subject': 'Hello',
      'mail.hello.text': '{what}',
      'mail.hello.action': 'Go',
    },
    transport: createSmtpTransport(smtp.url),
    templates: () => [{ name: 'hello', example: {} }],
    ...{ siteName: 'The Site', from: 'site@toy.test', siteUrl: 'https://keeper.test' },
  });
  const as = (token: string): Promise<TestSocket> => TestSocket.as(world.url, token);
  for (const [who, name] of [
    ['reader', 'member'],
    ['owner administrator', 'keeper'],
    ['administrator', 'admin'],
  ] as const)
    sockets.set(who, await as(await signIn(world.url, name)));
  const [_t, _i] = (world.ids['admin'] ?? '').split('-');
  const target = { _t: _t ?? '', _i: Number(_i), targetUserID: world.ids['member'] ?? '' };
  const { b } = (await sockets.get('administrator')?.ask('act/masquerade', target)) ?? {};
  sockets.set('administrator acting as reader', await as((b as { readonly newToken: string }).newToken));
});
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await smtp.stop();
  await world.stop();
});

let made = 0;

interface Row {
  readonly id: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly values: Values | null;
}

const rowOf = async (key: string): Promise<Row | undefined> =>
  (await world.services.database.query<Row>('select id, state, attempts, values from mail where key = $1', [key]))[0];

const queue = (key: string): Promise<boolean> =>
  world.services.database.transaction((tx) =>
    mail.queue(tx, { key, to: { address: addressOf(key) }, template: 'hello', values: { what: 'tea' }, path: '/' }),
  );
const addressOf = (key: string): string => `${key.replaceAll(' ', '.')}@toy.test`;
/** A removed template has no text. */
const forgetTemplate = (key: string): Promise<unknown> =>
  world.services.database.query(`update mail set template = 'gone' where key = $1`, [key]);

/** Runs the job; an error makes the queue retry it. */
const run = async (key: string, trouble: MailServer['trouble'] = {}): Promise<void> => {
  const { id = 0 } = (await rowOf(key)) ?? {};
  smtp.trouble = trouble;
  await mail.jobs[SEND_MAIL]?.({ mails: [Number(id)] }, new AbortController().signal).catch(() => undefined);
};

const DOWN = { rcpt: 450 };
const NEVER = { rcpt: 550 };
const PUT: Readonly<Record<MailState, (key: string) => Promise<unknown>>> = {
  waiting: () => Promise.resolve(),
  sent: (key) => run(key),
  refused: (key) => run(key, NEVER),
  failed: async (key) => {
    for (let each = 0; each < ATTEMPTS; each += 1) await run(key, DOWN);
  },
  dropped: async (key) => {
    await forgetTemplate(key);
    await run(key);
  },
};

interface Operation {
  readonly name: string;
  /** The resulting state, if it differs from the previous one. */
  readonly after: (state: MailState) => MailState;
  readonly run: (key: string) => Promise<unknown>;
}

const fromWaiting =
  (after: MailState): Operation['after'] =>
  (state) =>
    state === 'waiting' ? after : state;

const BY_QUEUE: readonly Operation[] = [
  { name: 'queue again', after: (state) => state, run: async (key) => expect(await queue(key)).toBe(false) },
  { name: 'send', after: fromWaiting('sent'), run: (key) => run(key) },
  { name: 'send to who is refused', after: fromWaiting('refused'), run: (key) => run(key, NEVER) },
  { name: 'send while the mail server is down', after: fromWaiting('waiting'), run: (key) => run(key, DOWN) },
  { name: 'send for the last time', after: fromWaiting('failed'), run: PUT.failed },
  { name: 'send what has nothing to say', after: fromWaiting('dropped'), run: PUT.dropped },
];

const refusalOf = (who: Who): string =>
  who === 'visitor' ? 'notSignedIn' : who === 'administrator' ? '' : 'notAllowed';

interface Asked {
  readonly name: string;
  readonly answer: (who: Who, state: MailState) => string;
  readonly after: (who: Who, state: MailState) => MailState;
  readonly ask: (id: number) => readonly [o: string, b: Json];
}

const BY_PEOPLE: readonly Asked[] = [
  {
    name: 'retry',
    answer: (who, state) => refusalOf(who) || (state === 'failed' ? '' : 'notFound'),
    after: (who, state) => (refusalOf(who) === '' && state === 'failed' ? 'waiting' : state),
    ask: (id) => ['act/retryMail', { entry: id }],
  },
  {
    name: 'log',
    answer: (who) => refusalOf(who),
    after: (_, state) => state,
    ask: (id) => ['act/mailLog', { before: id + 1, max: 1 }],
  },
];

/** A visitor cannot sign in to a socket. */
const ask = async (who: Who, o: string, b: Json): Promise<{ readonly refusal: string; readonly body: Values }> => {
  const socket = sockets.get(who);
  const unsigned = async (): Promise<{ readonly b?: Json }> => {
    const answer = await fetch(`${world.url}/api/item`, { method: 'POST', body: JSON.stringify({ o, b, s: '1' }) });
    return (await answer.json()) as { readonly b?: Json };
  };
  const { b: body = null } = await (socket ? socket.ask(o, b) : unsigned());
  return { refusal: String((body as Values | null)?.['userMessage'] ?? ''), body: body as Values };
};

describe.each(STATES)('[NTFY-02] an email that is %s', (state) => {
  const begin = async (name: string): Promise<string> => {
    const key = `${state} ${name} ${(made += 1)}`;
    await queue(key);
    await PUT[state](key);
    expect(await rowOf(key)).toMatchObject({ state });
    return key;
  };
  const arrived = (key: string): number => smtp.emails.filter(({ to }) => to.includes(addressOf(key))).length;

  it.each(BY_QUEUE)(
    'goes over by $name as the table says, and is sent once at most',
    async ({ name, after, run: does }) => {
      const key = await begin(name);
      await does(key);
      const expected = after(state);
      const { values, ...row } = (await rowOf(key)) ?? {};
      expect(row).toMatchObject({ state: expected });
      expect(values).toEqual(hasContent(expected) ? { what: 'tea' } : null);
      expect(arrived(key)).toBe(expected === 'sent' ? 1 : 0);
    },
  );

  it.each(WHO)('answers the %s as the table says', async (who) => {
    for (const each of BY_PEOPLE) {
      const key = await begin(`${each.name} ${who}`);
      const id = Number((await rowOf(key))?.id);
      const { refusal, body } = await ask(who, ...each.ask(id));
      const expected = each.after(who, state);
      expect({ name: each.name, refusal }).toEqual({ name: each.name, refusal: each.answer(who, state) });
      expect(await rowOf(key)).toMatchObject({ state: expected });
      if (each.name === 'log' && refusal === '') expect(body).toMatchObject({ entries: [{ entry: id, state }] });
      expect(JSON.stringify(body)).not.toContain('tea');
      // After it is sent again, it has all its attempts.
      if (expected !== state) expect(await rowOf(key)).toMatchObject({ attempts: 0, values: { what: 'tea' } });
    }
  });
});
