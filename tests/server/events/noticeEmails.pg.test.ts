// Emails about notices, to a real mail server: immediate ones and daily ones, none to people who lost the right, and none after one click.
// And notices for many people, each of whom gets exactly one after any interruption.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { createNotify } from 'src/server/events/notifyEvent.ts';
import { createSendDigests } from 'src/server/events/sendDigests.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
let smtp: MailServer;
let queue: JobQueue;
let keeper: TestSocket;
let member: TestSocket;
let stranger: TestSocket;

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openWorld({ mail: { smtpUrl: smtp.url, from: 'The Site <site@toy.test>' } });
  const { connection, services, jobs } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
  const as = async (name: string): Promise<TestSocket> => TestSocket.as(world.url, await signIn(world.url, name));
  [keeper, member, stranger] = [await as('keeper'), await as('member'), await as('stranger')];
});
beforeEach(() => void smtp.emails.splice(0));
afterEach(() => query('truncate notice, notice_choice, notice_preference'));
afterAll(async () => {
  for (const socket of [keeper, member, stranger]) socket.close();
  await queue.stop();
  await world.stop();
  await smtp.stop();
});

const id = (name: string): string => world.ids[name] ?? '';
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.services.database.query<Row>(text, values);
const on = (item: string, more: Body = {}): Json => ({
  ...{ _t: item.split('-')[0] ?? '', _i: Number(item.split('-')[1]) },
  ...more,
});
const body = async (socket: TestSocket, o: string, b?: Json): Promise<Body> => (await socket.ask(o, b)).b as Body;
const settled = async (): Promise<void> => {
  await expect.poll(async () => query('select 1 from graphile_worker.jobs'), { timeout: 60_000 }).toEqual([]);
};
const newBook = async (title: string, more: Body = {}): Promise<string> =>
  String((await body(keeper, 'create/Book', { title, shelf: id('shelf'), ...more }))['$id']);
const emailsTo = (name: string): string[] =>
  smtp.emails.filter(({ to }) => to.includes(emailOf(name))).map(({ raw }) => raw);
const digestAt = async (now: Date): Promise<void> => {
  const { database, mail } = world.services;
  await createSendDigests({ database, mail, clock: { now: () => now }, timeZone: ORGANISATION_ZONE })(
    {},
    new AbortController().signal,
  );
  await settled();
};

describe('[NTFY-02] an email at once', () => {
  it('says who did what to which item, and one click stops only its kind', async () => {
    const book = await newBook('Rivers', { $access: 'PUBLIC' });
    await body(keeper, 'create/Loan', { book, borrower: id('stranger') });
    const { mail, raw } = await smtp.emailTo(emailOf('stranger'));
    expect(mail.subject).toBe('keeper lent you Rivers');
    expect(mail.text).toMatch(/\/i-Loan-\d+/);
    const key = /^List-Unsubscribe:\s*<[^>]*\/api\/unsubscribe\/([^>]+)>/m.exec(raw)?.[1] ?? '';
    expect((await fetch(`${world.url}/api/unsubscribe/${key}`, { method: 'POST' })).ok).toBe(true);
    expect(await body(stranger, 'act/noticePreferences', on(id('stranger')))).toMatchObject({
      modes: { loaned: 'NONE' },
    });
    await body(keeper, 'create/Loan', { book, borrower: id('stranger') });
    await settled();
    expect(emailsTo('stranger')).toHaveLength(1);
    expect(await body(stranger, 'act/fetchNotifications', on(id('stranger')))).toMatchObject({ unread: 2 });
  });

  it('holds nothing of an item that is stricter than the community', async () => {
    const book = await newBook('Canary of the cave', { $access: 'PROTECTED' });
    const grants = [{ to: `user:${id('stranger')}`, actions: ['read'] }];
    await body(keeper, 'act/applyGrants', on(book, { grants }));
    const { raw, mail } = await smtp.emailTo(emailOf('stranger'));
    expect(mail.subject).toBe('Someone gives you rights');
    expect(raw).not.toMatch(/Canary|cave|Book-/);
  });

  it('names no item that its label names, where that one is stricter than the community', async () => {
    const book = await newBook('Canary of the ford', { $access: 'PROTECTED' });
    await body(keeper, 'act/applyGrants', on(book, { grants: [{ to: `user:${id('stranger')}`, actions: ['read'] }] }));
    await settled();
    const { $id } = await body(keeper, 'create/Loan', { book, borrower: id('stranger') });
    const { raw, mail } = await smtp.emailTo(emailOf('stranger'), 2);
    expect(mail.subject).toBe('Somebody lends you something');
    expect(raw).not.toMatch(/Canary|ford|Book-/);
    // In the product the same person reads the title.
    expect((await stranger.ask(`label/${String($id)}`)).b).toMatchObject({ label: 'Canary of the ford' });
  });
});

/** Returns an instant of the organisation's next day, or of a later one. */
const tomorrowAt = (time: string, days = 1): Date => {
  const instant = instantOf(organisationDay(days), time, ORGANISATION_ZONE);
  if (!instant) throw new Error(`${time} is not a time`);
  return instant;
};

describe('[NTFY-02] the daily email', () => {
  it('comes at the hour of the person, at their place, once', async () => {
    for (const title of ['Lakes', 'Canary of the spring']) {
      const book = await newBook(title);
      await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
      await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
      await settled();
      if (title !== 'Lakes') await body(keeper, 'update', { $id: book, _u: 2, $access: 'PROTECTED' });
    }
    await body(member, 'act/noticePreferences', on(id('member'), { hour: 6, zone: ORGANISATION_ZONE }));
    await digestAt(tomorrowAt('05:45'));
    expect(emailsTo('member')).toEqual([]);
    await digestAt(tomorrowAt('06:15'));
    await digestAt(tomorrowAt('06:30'));
    const { mail } = await smtp.emailTo(emailOf('member'));
    expect(emailsTo('member')).toHaveLength(1);
    // Items that the person lost access to since then are neither named nor counted.
    expect(mail.subject).toBe('One thing is waiting for you');
    expect(mail.text).toContain('keeper moved Lakes to another state');
    expect(mail.text).not.toMatch(/Canary|spring/);
  });

  it('is not sent when all of it was read or lost meanwhile', async () => {
    const book = await newBook('Moors');
    await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
    await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
    await settled();
    await body(member, 'act/markNotifications', on(id('member'), { all: true }));
    await digestAt(tomorrowAt('07:15', 2));
    expect(emailsTo('member')).toEqual([]);
  });
});

describe('[PERM-01] emails name', () => {
  const LEVELS = ['PUBLIC', 'COMMUNITY', 'PROTECTED'];
  /** Allowed content of emails: what the person may read, and nothing stricter than the community level. */
  const OPEN: Readonly<Record<string, readonly string[]>> = {
    admin: ['canarypublic', 'canarycommunity'],
    member: ['canarypublic', 'canarycommunity'],
    stranger: ['canarypublic'],
  };
  const wordsTo = (name: string): Set<string> =>
    new Set(
      smtp.emails
        .filter(({ to }) => to.includes(emailOf(name)))
        .flatMap(
          ({ raw, mail }) =>
            `${raw} ${mail.subject} ${mail.text} ${String(mail.html)}`.match(/(?:canary|secret)[a-z]+/g) ?? [],
        ),
    );
  /** All people follow all items, including those that they cannot read, and chose this delivery for all. */
  const followAll = async (books: readonly string[], mode: string): Promise<void> => {
    const users = Object.keys(OPEN).map(id);
    await query(
      `insert into notice_choice (t, i, user_id, choice) select 102, b, u, 'ALWAYS' from unnest($1::int[]) b, unnest($2::text[]) u`,
      [books.map((book) => Number(book.split('-')[1])), users],
    );
    const modes = Object.fromEntries(Object.keys(world.services.registry.notices).map((kind) => [kind, mode]));
    await query(`insert into notice_preference (user_id, modes) select u, $2::jsonb from unnest($1::text[]) u`, [
      users,
      JSON.stringify(modes),
    ]);
  };
  const causeAll = async (mode: string): Promise<readonly string[]> => {
    const books: string[] = [];
    for (const level of LEVELS) {
      const more = { $access: level, privateNotes: `secret${level.toLowerCase()}` };
      books.push(await newBook(`canary${level.toLowerCase()}`, more));
    }
    await followAll(books, mode);
    for (const book of books) {
      await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE', privateNotes: 'secretagain', price: 4 });
      await body(keeper, 'create/Loan', { book, borrower: id('stranger') });
    }
    await settled();
    return books;
  };

  it.each(['IMMEDIATE', 'DIGEST'])('nothing that their reader may not read, nor anything closed (%s)', async (mode) => {
    const books = await causeAll(mode);
    if (mode === 'IMMEDIATE') {
      await query('delete from item where t = 103');
      for (const book of books) {
        await body(keeper, 'update', { $id: book, _u: 2, state: 'DRAFT' });
        await keeper.ask(`delete/${book}`, { _u: 3 });
      }
      await settled();
      expect(await query(`select 1 from notice where kind = 'deleted'`)).not.toEqual([]);
    } else await digestAt(tomorrowAt('16:00:00'));
    for (const [name, words] of Object.entries(OPEN)) {
      await smtp.emailTo(emailOf(name));
      expect([name, wordsTo(name)]).toEqual([name, new Set(words)]);
    }
  });
});

it('[NTFY-01] 1,200 people have one notice each, though the work ended in between', async () => {
  const { database, items, registry } = world.services;
  const book = await newBook('Deltas');
  await body(keeper, 'update', { $id: book, _u: 1, privateNotes: 'x' });
  const [row] = await query<{ i: number }>('select max(i) as i from item where t = 2');
  const event = await items.find(database, `Event-${row?.i ?? 0}`);
  const context = await items.find(database, book);
  if (!event || !context) throw new Error('no event');
  const people = Array.from({ length: 1200 }, (_, at) => ({ user: `User-${at + 100_000}`, mode: 'NONE' as const }));
  let batches = 0;
  const breaking = createNotify({
    ...{ registry, database },
    onMade: () => {
      batches += 1;
      return batches === 2 ? Promise.reject(new Error('killed')) : Promise.resolve();
    },
  });
  await expect(breaking({ event, context, people })).rejects.toThrow('killed');
  const counts = () => query('select count(*)::int as n, count(distinct user_id)::int as people from notice');
  expect(await counts()).toEqual([{ n: 500, people: 500 }]);
  await Promise.all([1, 2].map(() => world.services.notices.notify({ event, context, people })));
  expect(await counts()).toEqual([{ n: 1200, people: 1200 }]);
  expect(await query('select 1 from notice where cardinality(events) <> 1')).toEqual([]);
});
