// Emails through a real SMTP server: one per key, with what their reader may see when they are sent. No email is lost or repeated when the
// mail server is down, slow, refuses, or disconnects in the middle of an email.

import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from 'src/base/clock.ts';
import type { Json } from 'src/model/item/Item.ts';
import { createMail, SEND_MAIL, type Mail, type QueuedEmail } from 'src/server/mail/mail.ts';
import { createFileTransport, createSmtpTransport, type MailTimeouts } from 'src/server/mail/mailTransport.ts';
import type { MailTemplate } from 'src/server/mail/mailTemplates.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import type { Database } from 'src/server/store/database.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

let world: World;
let smtp: MailServer;
let mail: Mail;
const stopped: string[] = [];

const hello: MailTemplate = { name: 'hello', example: { what: 'An example' } };
/** Contains the label of an item if the recipient may read it. */
const shown: MailTemplate = {
  name: 'shown',
  example: { what: 'An example' },
  async resolve({ values, label }) {
    const what = await label(String(values['item']));
    return what === undefined ? { values, variant: 'closed' } : { values: { what } };
  },
  unsubscribe: (_, userId) => Promise.resolve(void stopped.push(userId)),
};
const nothing: MailTemplate = { name: 'hello', example: {}, resolve: () => Promise.resolve(undefined) };

const messages = {
  'mail.footer': '{site} wrote to {address}.',
  'mail.unsubscribe': 'No more',
  'mail.hello.subject': 'Hello: {what}',
  'mail.hello.text': 'There is {what}.\n\nGood day, {reader}.',
  'mail.hello.action': 'Look',
  'mail.shown.subject': 'About {what}',
  'mail.shown.text': 'It is {what}.',
  'mail.shown.action': 'Look',
  'mail.shown.closed.subject': 'Something waits',
  'mail.shown.closed.text': 'Sign in to see it.',
  'mail.shown.closed.action': 'Look',
};

const mailBy = (
  url: string,
  templates: readonly MailTemplate[] = [hello, shown],
  { timeouts, database = world.services.database }: { timeouts?: MailTimeouts; database?: Database } = {},
): Promise<Mail> => {
  const { items, readFilters, sessions } = world.services;
  return createMail({
    ...{ database, items, readFilters, messages, templates: () => templates },
    subjectOf: sessions.subjectOf,
    clock: systemClock,
    transport: url.startsWith('smtp:') ? createSmtpTransport(url, timeouts) : createFileTransport(url),
    siteName: 'The Site',
    from: 'The Site <site@toy.test>',
    siteUrl: 'https://keeper.test',
    attempts: 3,
  });
};

beforeAll(async () => {
  [world, smtp] = await Promise.all([openWorld(), startMailServer()]);
  mail = await mailBy(smtp.url);
});
afterAll(async () => {
  await smtp.stop();
  await world.stop();
});
beforeEach(() => {
  smtp.trouble = {};
  smtp.emails.length = 0;
});

let next = 0;
const queue = async (email: Partial<QueuedEmail>): Promise<number> => {
  const key = email.key ?? `key ${(next += 1)}`;
  await world.services.database.transaction((tx) =>
    mail.queue(tx, {
      to: world.ids['member'] ?? '',
      template: 'hello',
      values: { what: 'tea' },
      path: '/',
      ...email,
      key,
    }),
  );
  const [row] = await world.services.database.query<{ id: string }>('select id from mail where key = $1', [key]);
  return Number(row?.id);
};

const row = async (id: number): Promise<Readonly<Record<string, unknown>>> =>
  (await world.services.database.query<Record<string, unknown>>('select * from mail where id = $1', [id]))[0] ?? {};

/** Runs the email like the job queue; true if the queue would retry it. */
const attempt = async (id: number, by: Mail = mail): Promise<boolean> =>
  (by.jobs[SEND_MAIL]?.({ mails: [id] }, new AbortController().signal) ?? Promise.reject(new Error('no handler'))).then(
    () => false,
    () => true,
  );

describe('[NTFY-02] an email', () => {
  it('is sent by the job of its transaction, once per key, in text and HTML, and leaves nothing of what it said', async () => {
    const { database } = world.services;
    const queue1 = await startJobQueue({
      connection: world.connection,
      database,
      handlers: mail.jobs,
      log: console.error,
    });
    try {
      const to = world.ids['keeper'] ?? '';
      const email = { key: 'once', to, template: 'hello', values: { what: '<b>tea</b>' }, path: '/i-Book-1?a=1&b=2' };
      expect(await database.transaction((tx) => mail.queue(tx, email))).toBe(true);
      expect(await database.transaction((tx) => mail.queue(tx, email))).toBe(false);
      const gone = { ...email, key: 'never' };
      await database
        .transaction(async (tx) => {
          await mail.queue(tx, gone);
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      const { from, mail: taken, raw } = await smtp.emailTo(emailOf('keeper'));
      expect(from).toBe('site@toy.test');
      expect(taken.subject).toBe('Hello: <b>tea</b>');
      expect(taken.text).toContain(
        'There is <b>tea</b>.\n\nGood day, keeper.\n\nLook:\nhttps://keeper.test/i-Book-1?a=1&b=2',
      );
      expect(taken.html).toContain('&lt;b&gt;tea&lt;/b&gt;');
      expect(taken.html).toContain('<a href="https://keeper.test/i-Book-1?a=1&amp;b=2">Look</a>');
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      const id = await queue({ to });
      await smtp.emailTo(emailOf('keeper'), 2);
      await expect
        .poll(() => row(id))
        .toMatchObject({ state: 'sent', values: null, path: null, address: emailOf('keeper') });
      expect(smtp.emails).toHaveLength(2);
    } finally {
      await queue1.stop();
    }
  });

  it('names an item only to who may read it now, and nothing stricter than COMMUNITY', async () => {
    const said = async (item: string, who: string): Promise<string> => {
      const id = await queue({ to: world.ids[who] ?? '', template: 'shown', values: { item: world.ids[item] ?? '' } });
      await attempt(id);
      return (await smtp.emailTo(emailOf(who), 1)).mail.subject ?? '';
    };
    expect(await said('COMMUNITY', 'member')).toBe('About Canary COMMUNITY');
    smtp.emails.length = 0;
    expect(await said('COMMUNITY', 'stranger')).toBe('Something waits');
    for (const level of ['PROTECTED', 'PRIVATE']) {
      smtp.emails.length = 0;
      expect(await said(level, 'keeper')).toBe('Something waits');
      expect(smtp.emails.map(({ raw }) => raw).join('')).not.toContain('Canary');
    }
  });

  it('is not sent to blocked or removed people, nor when its template has no content left', async () => {
    const none = await mailBy(smtp.url, [nothing]);
    const ids = [await queue({ to: 'User-4711' }), await queue({})];
    expect(await attempt(ids[0] ?? 0)).toBe(false);
    expect(await attempt(ids[1] ?? 0, none)).toBe(false);
    for (const id of ids) expect(await row(id)).toMatchObject({ state: 'dropped', values: null });
    expect(smtp.emails).toEqual([]);
  });

  it('speaks in the texts of the site for the reader’s language, and in the shipped ones where those are broken', async () => {
    const { database } = world.services;
    await database.query(
      `insert into locale_override values ('fr', 'mail.hello.subject', 'Bonjour : {what}'), ('fr', 'mail.hello.text', 'Il y a {wha')`,
    );
    await attempt(await queue({ to: { address: 'fr@toy.test', name: 'Aimée', language: 'fr' } }));
    const { mail: taken } = await smtp.emailTo('fr@toy.test');
    expect(taken.subject).toBe('Bonjour : tea');
    expect(taken.text).toContain('There is tea.');
    expect(taken.html).toContain('<html lang="fr">');
  });

  it('[SHELL-04] is written in the language that its reader has chosen, which every open page takes up', async () => {
    const { database } = world.services;
    await database.query(`insert into locale_override values ('oj', 'mail.hello.subject', 'Boozhoo: {what}')`);
    const member = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    const me = world.ids['member'] ?? '';
    const self = { _t: 'User', _i: Number(me.split('-')[1]) };
    expect((await member.ask('act/ownAccount', self)).b).toMatchObject({ languages: expect.arrayContaining(['oj']) });
    const wrong = await member.ask('update', { $id: me, _u: 1, language: 'no language/../' });
    expect(wrong.b).toMatchObject({ userMessage: 'invalid', params: { errors: [{ path: '/language' }] } });
    expect((await member.ask('update', { $id: me, _u: 1, language: 'oj' })).erred).toBeUndefined();
    await member.until(({ o, b }) => o === 'authed' && (b as Readonly<Record<string, unknown>>)['language'] === 'oj');
    await attempt(await queue({ to: me }));
    expect((await smtp.emailTo(emailOf('member'))).mail).toMatchObject({
      subject: 'Boozhoo: tea',
      html: expect.stringContaining('<html lang="oj">'),
    });
    member.close();
  });

  it('lets no name, subject or address become a header or a second reader', async () => {
    const evil = 'A\r\nBcc: victim@toy.test\r\n\r\nbody\u2028\u202E';
    const address = 'reader@toy.test';
    await attempt(await queue({ to: { address, name: `${evil}" <victim@toy.test>,` }, values: { what: evil } }));
    const { to, raw, mail: taken } = await smtp.emailTo(address);
    expect(to).toEqual([address]);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(taken.subject).toBe('Hello: A Bcc: victim@toy.test body');
    expect([taken.to].flat().flatMap((each) => each?.value ?? [])).toHaveLength(1);
    for (const wrong of ['a@toy.test,b@toy.test', 'a@toy.test\r\nRCPT TO:<b@toy.test>', 'A <a@toy.test>', 'nobody']) {
      const id = await queue({ to: { address: wrong } });
      expect(await attempt(id)).toBe(false);
      expect(await row(id)).toMatchObject({ state: 'refused' });
    }
    expect(smtp.emails).toHaveLength(1);
    await expect(queue({ path: '//elsewhere.test/' })).rejects.toThrow('no path');
    await expect(queue({ path: 'https://elsewhere.test/' })).rejects.toThrow('no path');
  });

  it('can be unsubscribed from by one click, by its own key only', async () => {
    await attempt(await queue({ to: world.ids['keeper'] ?? '', template: 'shown', values: { item: 'Book-1' } }));
    const { raw } = await smtp.emailTo(emailOf('keeper'));
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const key = /^List-Unsubscribe:\s*<https:\/\/keeper\.test\/api\/unsubscribe\/([^>]+)>/m.exec(raw)?.[1] ?? '';
    await mail.unsubscribe(key);
    expect(stopped).toEqual([world.ids['keeper']]);
    for (const wrong of [
      '',
      key.slice(1),
      `${key}A`.replace(/\.\w/, '.'),
      `${Buffer.from('User-1 shown').toString('base64url')}.${key.split('.')[1] ?? ''}`,
    ])
      await expect(mail.unsubscribe(wrong)).rejects.toThrow('linkNotValid');
    const answer = await fetch(`${world.url}/api/unsubscribe/${key}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
    });
    // The site of this world has no such emails.
    expect(answer.status).toBe(400);
  });
});

describe('[NTFY-02] when the mail server', () => {
  it('goes away in the middle of an email, the same email is sent again', async () => {
    const id = await queue({});
    smtp.trouble = { cut: true };
    expect(await attempt(id)).toBe(true);
    expect(smtp.cuts).toBeGreaterThan(0);
    expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 1, values: { what: 'tea' } });
    smtp.trouble = {};
    expect(await attempt(id)).toBe(false);
    const { mail: taken } = await smtp.emailTo(emailOf('member'));
    expect(taken.messageId).toBe(`<${String((await row(id))['message_id'])}@keeper.test>`);
    expect(await attempt(id)).toBe(false);
    expect(smtp.emails).toHaveLength(1);
  });

  it('fails one of many emails of a cause, the others are sent, and the next attempt sends only that one', async () => {
    const { database } = world.services;
    const addresses = Array.from({ length: 12 }, (_, at) => `reader${at}@toy.test`);
    const emails = addresses.map((address) => ({
      ...{ key: `many ${address}`, to: { address }, template: 'hello', values: { what: 'tea' } },
    }));
    await database.transaction((tx) => mail.queueAll(tx, emails));
    const rows = await database.query<{ id: number }>(`select id::int from mail where starts_with(key, 'many ')`);
    const job = { mails: rows.map(({ id }) => id) };
    const run = (signal = new AbortController().signal) => mail.jobs[SEND_MAIL]?.(job, signal);
    await expect(run(AbortSignal.abort())).rejects.toThrow('aborted');
    expect(smtp.emails).toEqual([]);
    for (const trouble of [{ rcpt: 450 }, { cut: true }]) {
      smtp.trouble = { ...trouble, to: 'reader4@toy.test' };
      await expect(run()).rejects.toThrow(/./);
      expect(smtp.emails).toHaveLength(11);
    }
    smtp.trouble = {};
    await run();
    await run();
    expect(smtp.emails.flatMap(({ to }) => to).sort()).toEqual(addresses.toSorted());
    expect(smtp.emails.at(-1)?.to).toEqual(['reader4@toy.test']);
  });

  it('takes the email and the line breaks before it says so, the email arrives twice, as one to a mail program', async () => {
    const id = await queue({});
    smtp.trouble = { cutTaken: true };
    expect(await attempt(id)).toBe(true);
    expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    smtp.trouble = {};
    expect(await attempt(id)).toBe(false);
    const messageId = `<${String((await row(id))['message_id'])}@keeper.test>`;
    expect(smtp.emails.map(({ mail: taken }) => taken.messageId)).toEqual([messageId, messageId]);
  });

  it('has the email while another process considers it lost, the email is not sent again until the lease is over', async () => {
    const address = 'leased@slow.test';
    smtp.slow.set(address, 'late');
    const id = await queue({ to: { address } });
    const first = attempt(id);
    await smtp.emailTo(address);
    expect(await attempt(id, await mailBy(smtp.url))).toBe(false);
    expect(await first).toBe(false);
    smtp.slow.clear();
    expect(smtp.emails).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1, leased_until: null });
    const later = `select run_at > now() as "isLater" from graphile_worker.jobs where key = $1`;
    expect(await world.services.database.query(later, [`${SEND_MAIL} ${id}`])).toEqual([{ isLater: true }]);
  });

  it('has taken the email as the database is lost, that is written down later and the email is not sent again', async () => {
    const { database } = world.services;
    let lost = 0;
    const unsteady: Database = {
      ...database,
      async query(text, values, name) {
        if (name === 'mail.settle' && (lost += 1) <= 2)
          await database.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(30)');
        return await database.query(text, values, name);
      },
    };
    const id = await queue({});
    expect(await attempt(id, await mailBy(smtp.url, [hello], { database: unsteady }))).toBe(false);
    expect([lost, smtp.emails.length]).toEqual([3, 1]);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('hangs in the middle of some emails, or says a word now and then, all others arrive meanwhile and none comes twice', async () => {
    const { database } = world.services;
    const hung = ['rcpt', 'data', 'word by word'] as const;
    const addressOf = (name: string): string => `${name.replaceAll(' ', '.')}@slow.test`;
    for (const slow of [...hung, 'late'] as const) smtp.slow.set(addressOf(slow), slow);
    const quick = Array.from({ length: 20 }, (_, at) => `quick${at}@toy.test`);
    const emailTo = (address: string) => ({
      ...{ key: `slow ${address}`, to: { address }, template: 'hello', values: { what: 'tea' } },
    });
    const byClock = await mailBy(smtp.url, [hello], {
      timeouts: { connectMs: 5_000, silenceMs: 3_000, emailMs: 5_000 },
    });
    const states = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (
          await database.query<{ state: string; n: number }>(
            `select state, count(*)::int as n from mail where starts_with(key, 'slow ') group by state`,
          )
        ).map(({ state, n }) => [state, n]),
      );
    await database.transaction((tx) => byClock.queueAll(tx, [...hung, 'late'].map(addressOf).map(emailTo)));
    // Other causes: each is a separate job behind the one that hangs.
    for (const address of quick) await database.transaction((tx) => byClock.queue(tx, emailTo(address)));
    const running = await startJobQueue({
      connection: world.connection,
      database,
      handlers: byClock.jobs,
      log: () => undefined,
    });
    try {
      await expect.poll(states, { timeout: 30_000 }).toEqual({ sent: quick.length + 1, waiting: hung.length });
      const reasons = await database.query<{ reason: string }>(
        `select reason from mail where starts_with(key, 'slow ') and state = 'waiting'`,
      );
      for (const { reason } of reasons) expect(reason).toMatch(/time|abort/i);
      smtp.slow.clear();
      await expect.poll(states, { timeout: 60_000 }).toEqual({ sent: quick.length + hung.length + 1 });
    } finally {
      smtp.slow.clear();
      await running.stop();
    }
    const wanted = [...quick, ...[...hung, 'late'].map(addressOf)].toSorted();
    expect(smtp.emails.flatMap(({ to }) => to).toSorted()).toEqual(wanted);
  });

  it('refuses the address or the email for good, that is written down and not tried again', async () => {
    for (const trouble of [{ rcpt: 550 }, { data: 554 }]) {
      smtp.trouble = trouble;
      const id = await queue({});
      expect(await attempt(id)).toBe(false);
      expect(await row(id)).toMatchObject({ state: 'refused', address: emailOf('member'), values: null, attempts: 1 });
      expect(String((await row(id))['reason'])).toContain('not here');
    }
  });

  it('offers no encryption, nothing is sent to it unless it is on this machine or its address allows that', async () => {
    // Another name for this machine that is not a loopback address.
    const url = smtp.url.replace('127.0.0.1', 'user:secret@0.0.0.0');
    const email = {
      ...{ messageId: 'plain@keeper.test', from: 'site@toy.test', to: { address: 'plain@toy.test', name: 'P' } },
      ...{ subject: 'S', text: 'T', html: '<p>T</p>', date: new Date(), unsubscribe: undefined },
    };
    const send = async (address: string): Promise<void> => {
      const transport = createSmtpTransport(address).open(1);
      await transport.send(email).finally(() => transport.close());
    };
    await expect(send(url)).rejects.toThrow(/STARTTLS/);
    expect(smtp.emails.filter(({ to }) => to.includes('plain@toy.test'))).toEqual([]);
    await send(`${url.replace('user:secret@', '')}?requireTLS=false`);
    await send(smtp.url);
    expect(smtp.emails.filter(({ to }) => to.includes('plain@toy.test'))).toHaveLength(2);
  });

  it('is full, down or silent, the email waits; given up, it is seen in the log and can be sent again', async () => {
    const id = await queue({});
    smtp.trouble = { rcpt: 450 };
    expect(await attempt(id)).toBe(true);
    const mute = createServer((socket) => void socket.setTimeout(200, () => socket.destroy()));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    expect(await attempt(id, await mailBy(`smtp://127.0.0.1:${port}`))).toBe(true);
    await new Promise((resolve) => mute.close(resolve));
    expect(await attempt(id, await mailBy(`smtp://127.0.0.1:${port}`))).toBe(false);
    expect(await row(id)).toMatchObject({ state: 'failed', attempts: 3, values: { what: 'tea' } });
    const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
    const log = async (): Promise<Json> => (await admin.ask('act/mailLog', { state: 'failed' })).b ?? null;
    expect(await log()).toMatchObject({
      entries: [{ entry: id, template: 'hello', to: world.ids['member'], state: 'failed' }],
    });
    expect(JSON.stringify(await log())).not.toContain('tea');
    expect((await admin.ask('act/retryMail', { entry: id })).erred).toBeUndefined();
    smtp.trouble = {};
    expect(await attempt(id)).toBe(false);
    expect(smtp.emails).toHaveLength(1);
    expect((await admin.ask('act/retryMail', { entry: id })).b).toMatchObject({ userMessage: 'notFound' });
    admin.close();
  });
});

describe('[NTFY-02] an administrator', () => {
  it('only sees what emails say and tests whether they arrive', async () => {
    const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
    const { templates } = (await admin.ask('act/previewMail', {})).b as { templates: string[] };
    const said: Record<string, string> = {};
    for (const template of templates) {
      const preview = (await admin.ask('act/previewMail', { template })).b as Record<
        'subject' | 'text' | 'html',
        string
      >;
      const { subject, text, html } = preview;
      said[template] = `${subject} | ${text.split('\n')[0] ?? ''}`;
      const [line = ''] = text.split('\n');
      expect(html).toContain(line);
      expect(`${subject}${text}${html}`).not.toMatch(/\bmail\.\w|[{}]/);
    }
    const notices = Object.keys(registry.notices).map((kind) => {
      const what = said[`notice.${kind}`]?.split(' | ')[0] ?? '';
      // The sentence that a person would get, without a placeholder.
      expect(what).toMatch(/(Ada Example|Old trail|2)/);
      return [`notice.${kind}`, `${what} | ${what}.`];
    });
    expect(said).toEqual({
      accountChanged:
        'Your account at Our Community was changed | The password of your account at Our Community was changed, and all other sessions have ended.',
      digest: expect.stringMatching(/^3 things are waiting for you \| .+/) as string,
      forgotPassword:
        'A new password for Our Community | Someone asked for a new password for your account at Our Community.',
      invitation:
        'Invitation: Planning meeting, March 31, 2031, 9:00 AM | Tamber Inlet invites you to: Planning meeting',
      invite: 'Ada invites you to Our Community | Ada invites you to Our Community.',
      register: expect.stringMatching(
        /^Confirm (\S+@\S+) for Our Community \| Someone asked for an account at Our Community with the address \1\.$/,
      ) as string,
      test: 'A test email from Our Community | Email from Our Community reaches you.',
      ...Object.fromEntries(notices),
    });
    expect((await admin.ask('act/testMail', {})).erred).toBeUndefined();
    const { entries } = (await admin.ask('act/mailLog', {})).b as { entries: { entry: number; template: string }[] };
    const { entry = 0 } = entries.find(({ template }) => template === 'test') ?? {};
    // Without SMTP_URL, emails are files that only their owner may read.
    await attempt(entry, world.services.mail);
    const folder = join(world.dataDir, 'mail');
    const [name = ''] = await readdir(folder);
    expect(await readFile(join(folder, name), 'utf8')).toContain('Subject: A test email from Our Community');
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    admin.close();
    const keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
    for (const [action, input] of [
      ['mailLog', {}],
      ['previewMail', {}],
      ['retryMail', { entry }],
      ['testMail', {}],
    ] as const)
      expect((await keeper.ask(`act/${action}`, input)).b).toMatchObject({ userMessage: 'notAllowed' });
    keeper.close();
  });
});
