// Daily emails: 500 events that 200 people follow, until the last of their emails has been composed and handed to a real mail server.

import { createSendDigests } from 'src/server/events/sendDigests.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds } from 'tests/bench/measure.ts';
import { startMailServer } from 'tests/server/mail/startMailServer.ts';

const PEOPLE = 200;
const EVENTS = 500;
const ALL_WITHIN_MS = 20_000;
const TWO_DAYS_MS = 2 * 86_400_000;

export const run = async (): Promise<void> => {
  const smtp = await startMailServer();
  const world = await openBenchWorld({}, { smtpUrl: smtp.url, from: 'The Site <site@toy.test>' });
  const { connection, services, jobs, ids } = world;
  const { database, items, mail, notices } = services;
  const metadata = { at: new Date(), by: ids['keeper'] ?? '', actor: undefined };
  const shelf = ids['shelf'] ?? '';
  const memberships = [{ owner: shelf, reads: 'COMMUNITY' }];
  await database.transaction(async (tx) => {
    for (let at = 0; at < PEOPLE; at += 1)
      await items.insert(tx, 'User', { name: `Person ${at}`, email: `person${at}@toy.test`, memberships }, metadata);
  });
  const users = await database.query<{ i: number }>(
    `select i from item where t = 1 and body ->> 'name' like 'Person %'`,
  );
  const people = users.map(({ i }) => ({ user: `User-${i}`, mode: 'DIGEST' as const }));
  for (let at = 0; at < EVENTS; at += 1) {
    const { event, context } = await database.transaction(async (tx) => {
      const book = await items.insert(tx, 'Book', { title: `Book ${at}`, shelf, state: 'ACTIVE' }, metadata);
      const happened = { kind: 'stateChanged', context: book.id, $access: 'PUBLIC' };
      return { event: await items.insert(tx, 'Event', happened, metadata), context: book };
    });
    await notices.notify({ event, context, people });
  }
  const queue = await startJobQueue({ connection, database, handlers: jobs, log: console.error });
  const began = performance.now();
  const clock = { now: () => new Date(Date.now() + TWO_DAYS_MS) };
  await createSendDigests({ database, mail, clock, timeZone: 'UTC' })({}, new AbortController().signal);
  while (smtp.emails.length < PEOPLE) await new Promise((resolve) => setTimeout(resolve, 20));
  const all = performance.now() - began;
  const lines = smtp.emails[0]?.mail.text?.split('\n').filter((line) => line.includes('Book ')).length ?? 0;
  console.log(`${PEOPLE} daily letters of ${lines} lines each, from ${EVENTS} events: ${milliseconds(all)}`);
  report({
    name: `daily letters of ${EVENTS} events for ${PEOPLE} people`,
    unit: 'ms',
    value: all,
    best: all,
    limit: { of: 'value', atMost: ALL_WITHIN_MS },
  });
  await queue.stop();
  await world.stop();
  await smtp.stop();
};
