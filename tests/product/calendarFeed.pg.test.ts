// A calendar feed as a calendar program reads it: parsed by another library than the one that writes it.

import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { replaceHash } from 'src/server/sessions/accounts.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let response: ItemId;
let clock: ItemId;
const PERSON = 'capability holder';
const TITLE = 'Crossing; the third, step\\ ᐊᓂᔑᓈᐯ ᑕᑯᓯ '.repeat(4).trim();

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const add = async (type: string, more: Body): Promise<ItemId> =>
  (await world.add([{ type, level: 'COMMUNITY', mark: `${type} ${JSON.stringify(more).slice(0, 40)}`, more }]))[0] ??
  '';
const self = (actor: string) => ({ _t: 'User', _i: Number(world.idOf(actor).split('-')[1]) });
const QUERY = { must: { _t: ['ConsultResponse', 'Meeting', 'ConsultResponseConcern', 'GeoKeeperFieldwork'] } };
const make = async (actor: string, more: Body = {}): Promise<{ feed: number; path: string }> =>
  okOf(
    await world.ask(actor, 'act/makeCalendarFeed', {
      ...self(actor),
      name: 'Due dates',
      query: QUERY,
      names: true,
      ...more,
    }),
  ) as unknown as { feed: number; path: string };
const textAt = async (path: string): Promise<string> => (await world.get('visitor', path)).text();
const eventsIn = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
const eventOf = (text: string, id: ItemId): ICAL.Event | undefined =>
  eventsIn(text).find(({ uid }) => uid.startsWith(`${id}@`));

beforeAll(async () => {
  world = await openProductWorld();
  const year = new Date().getUTCFullYear();
  await world.change(world.own, {
    calendar: {
      ...{ timeZone: 'America/Vancouver', weekdays: [1, 2, 3, 4] },
      closures: [{ from: `${year + 1}-03-08`, to: `${year + 1}-03-15` }],
    },
  });
  // In a closure, and on the day on which clocks are put forward.
  // Stops of its clock have moved the day.
  response = await add('ConsultResponse', {
    ...{ community: world.own, projectName: TITLE },
    ...{ requestedResponseDate: `${year + 1}-03-10`, _clock: { due: `${year + 1}-03-14` } },
  });
  clock = await add('Meeting', {
    summary: 'Hearing',
    owner: world.own,
    date: `${year + 1}-07-01`,
    start: '09:00',
    end: '10:30',
  });
});
afterAll(() => world.stop());

it('[EXCHANGE] [CELL-05] holds whole days as dates, times by the clocks of the owner, and names that are escaped and folded', async () => {
  const { path } = await make(PERSON, { remind: 3, name: 'Due, dates; a\\b' });
  const answer = await world.get('visitor', path);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const text = await answer.text();
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  for (const name of ['NAME', 'X-WR-CALNAME']) expect(text).toContain(`\r\n${name}:Due\\, dates\\; a\\\\b\r\n`);
  const due = eventOf(text, response);
  const year = new Date().getUTCFullYear() + 1;
  expect(due?.startDate.isDate).toBe(true);
  // The day to which stops have moved what was asked for: no closure and no change of clocks moves it further.
  expect([due?.startDate.toString(), due?.endDate.toString()]).toEqual([`${year}-03-14`, `${year}-03-15`]);
  expect(due?.summary).toContain(TITLE);
  expect(due?.component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString()).toBe('-P3D');
  const hearing = eventOf(text, clock);
  expect(hearing?.startDate.toJSDate().toISOString()).toBe(`${year}-07-01T16:00:00.000Z`);
  expect(hearing?.endDate.toJSDate().toISOString()).toBe(`${year}-07-01T17:30:00.000Z`);
});

it('[EXCHANGE] an entry that changes keeps its name for programs and counts up', async () => {
  const { path } = await make(PERSON);
  const before = eventOf(await textAt(path), clock);
  await world.change(clock, { summary: 'Hearing, moved' });
  const after = eventOf(await textAt(path), clock);
  expect(after?.uid).toBe(before?.uid);
  expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence));
  expect(after?.summary).toBe('Hearing, moved');
});

it('[EXCHANGE] [PERM-01] each reading asks for the rights of that moment, and says names only where that was wanted', async () => {
  const member = await make('member');
  expect(eventOf(await textAt(member.path), response)).toBeUndefined();
  expect(eventOf(await textAt(member.path), clock)).toBeDefined();
  const nameless = await make(PERSON, { names: false });
  const text = await textAt(nameless.path);
  expect(eventOf(text, response)?.summary).toBe('Response');
  expect(text).not.toContain('Crossing');

  const { path } = await make('protected reader');
  expect(await textAt(path)).toContain('Hearing');
  const [membership] = okOf(await world.ask('administrator', `read/${world.idOf('protected reader')}`))[
    'memberships'
  ] as Body[];
  await world.change(world.idOf('protected reader'), { memberships: [], siteReads: null });
  await expect.poll(async () => eventsIn(await textAt(path)).length).toBe(0);
  await world.change(world.idOf('protected reader'), { memberships: [membership ?? {}], blocked: true });
  await expect.poll(async () => (await world.get('visitor', path)).status).toBe(410);
  await world.change(world.idOf('protected reader'), { blocked: false });
  await expect.poll(async () => (await world.get('visitor', path)).status).toBe(200);
});

it('[EXCHANGE] [AUTH-01] ends when its person wants, answers every other address alike, and keeps no secret', async () => {
  const { feed, path } = await make(PERSON);
  const listed = async (): Promise<Body[]> =>
    okOf(await world.ask(PERSON, 'act/ownAccount', self(PERSON)))['feeds'] as Body[];
  expect(await textAt(path)).toContain('BEGIN:VCALENDAR');
  expect((await listed()).find((each) => each['feed'] === feed)?.['used']).not.toBeNull();
  const secret = path.slice('/calendar/'.length, -'.ics'.length);
  const rows = await world.services.database.query<{ row: string }>('select f::text as row from calendar_feed f');
  expect(JSON.stringify(rows)).not.toContain(secret);

  // Another person ends nothing of it.
  expect(await world.ask('member', 'act/endCalendarFeed', { ...self('member'), feed })).toEqual({
    refused: 'notFound',
  });
  okOf(await world.ask(PERSON, 'act/endCalendarFeed', { ...self(PERSON), feed }));
  const answers = await Promise.all(
    [path, `/calendar/${'x'.repeat(32)}.ics`, '/calendar/%00.ics', '/calendar/x'].map((each) =>
      world.get('visitor', each),
    ),
  );
  expect(await Promise.all(answers.map(async (each) => [each.status, await each.text()]))).toEqual(
    answers.map(() => [410, '']),
  );
  // A new password ends the feeds of the account, because an intruder may have made them.
  const made = await make(PERSON, { name: 'Two\r\nlines:' });
  expect(await textAt(made.path)).toMatch(/Two lines:/);
  await replaceHash(world.services.database, world.idOf(PERSON), 'another');
  expect((await world.get('visitor', made.path)).status).toBe(410);
  // So does a person who signs out everywhere else, and the calendars of other people go on.
  const [own, other] = [await make(PERSON), await make('owner administrator')];
  okOf(await world.ask(PERSON, 'act/endSessions', self(PERSON)));
  const statuses = [own, other].map(async ({ path }) => (await world.get('visitor', path)).status);
  expect(await Promise.all(statuses)).toEqual([410, 200]);
  expect(
    await world.ask(PERSON, 'act/makeCalendarFeed', { ...self(PERSON), name: 'x', query: { must: { nothing: [1] } } }),
  ).toMatchObject({
    refused: 'invalid',
  });
});

it('[EXCHANGE] a time that the clocks leave out or show twice is one instant', () => {
  const zone = 'America/Vancouver';
  expect(instantOf('2026-03-08', '02:30', zone)?.toISOString()).toBe('2026-03-08T10:30:00.000Z');
  expect(instantOf('2026-03-08', '03:30', zone)?.toISOString()).toBe('2026-03-08T10:30:00.000Z');
  expect(instantOf('2026-11-01', '01:30', zone)?.toISOString()).toBe('2026-11-01T08:30:00.000Z');
  expect(instantOf('2026-11-01', '12:00', zone)?.toISOString()).toBe('2026-11-01T20:00:00.000Z');
  expect(instantOf('2026-11-01', 'noon', zone)).toBeUndefined();
});
