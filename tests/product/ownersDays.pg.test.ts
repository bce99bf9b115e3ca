// Days in the time zones of two organisations that are 25 hours apart, so that at every hour they have different days, and at least one of
// them has another day than UTC.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import { dateWords } from 'src/server/exchange/exportDates.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
/** The person whose own organisation is in each zone. */
const PERSON = { [EAST]: 'private reader', [WEST]: 'stranger' } as const;
const ZONES = [EAST, WEST] as const;

let world: ProductWorld;
const WHOLE_DAY = { start: '00:00', end: '23:59' };
const owners = new Map<string, ItemId>();

const ask = async (actor: string, operation: string, body?: Json): Promise<Body> =>
  okOf(await world.ask(actor, operation, body));
const today = (zone: string): Day => dayIn(new Date(), zone);
const ownerIn = (zone: string): ItemId => owners.get(zone) ?? '';

beforeAll(async () => {
  world = await openProductWorld();
  for (const zone of ZONES) {
    const { memberships } = await ask('administrator', `read/${world.idOf(PERSON[zone])}`);
    const [membership] = (memberships ?? []) as Body[];
    owners.set(zone, String(membership?.['owner']));
    await world.change(ownerIn(zone), { calendar: { timeZone: zone, weekdays: [1, 2, 3, 4, 5, 6, 7] } });
  }
});
afterAll(() => world.stop());

describe('[SRCH-03] the days of a search', () => {
  it.each(ZONES)('are counted from today of the organisation of the person who searches: %s', async (zone) => {
    const [tomorrow, later] = await Promise.all(
      [1, 2].map((days) =>
        world.newItem({
          ...{ type: 'Meeting', level: 'COMMUNITY', mark: `${days} ${zone}` },
          more: { owner: ownerIn(zone), date: addDays(today(zone), days) },
        }),
      ),
    );
    const { ids } = await ask(PERSON[zone], 'search/ids', { must: { _t: ['Meeting'], date: ['tomorrow'] }, max: 200 });
    expect(ids).toContain(tomorrow);
    expect(ids).not.toContain(later);
  });

  it.each(ZONES)('are sent to the page as the time zone of the session: %s', async (zone) => {
    expect(await ask(PERSON[zone], 'getSessionUser')).toMatchObject({ timeZone: zone, readOrg: ownerIn(zone) });
  });
});

describe('[ORG-02] the state of a meeting', () => {
  const stateOf = async (id: ItemId): Promise<Json> => {
    const { state } = await ask('administrator', `read/${id}`);
    const found = async (value: string): Promise<boolean> => {
      const { ids } = await ask('administrator', 'search/ids', { must: { _t: ['Meeting'], state: [value] }, max: 200 });
      return (ids as ItemId[]).includes(id);
    };
    const states = ['PENDING', 'ONGOING', 'PAST'];
    const indexed = await Promise.all(states.map(async (each) => ((await found(each)) ? [each] : [])));
    return [state ?? null, ...indexed.flat()];
  };

  it('follows the clocks of its owner, in its page and in searches, and moves with the owner to another time zone', async () => {
    const meetings: ItemId[] = [];
    for (const zone of ZONES) {
      const more = { owner: ownerIn(zone), date: today(zone), ...WHOLE_DAY };
      const meeting = await world.newItem({ type: 'Meeting', level: 'COMMUNITY', mark: `state ${zone}`, more });
      expect(await stateOf(meeting)).toEqual(['ONGOING', 'ONGOING']);
      meetings.push(meeting);
    }
    const [east = ''] = meetings;
    const calendar = (timeZone: string): Body => ({ calendar: { timeZone, weekdays: [1, 2, 3, 4, 5, 6, 7] } });
    await world.change(ownerIn(EAST), calendar(WEST));
    await world.runJobs();
    expect(await stateOf(east)).toEqual(['PENDING', 'PENDING']);
    await world.change(ownerIn(EAST), calendar(EAST));
    await world.runJobs();
    expect(await stateOf(east)).toEqual(['ONGOING', 'ONGOING']);
  });
});

it.each(ZONES)('[FILE-02] the day in the name of a zipped file is that of the owner: %s', async (zone) => {
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: `zip ${zone}` },
    more: { projectName: 'Ferry', primaryOrg: ownerIn(zone), communities: [], state: 'CONSULTING' },
  });
  const file = await world.attach(consultation, { originalName: 'plan.pdf', bytes: Buffer.from(zone) });
  await world.change(file, { relType: 'Consultation' });
  const { key } = await ask('administrator', 'act/downloadAttachments/async', { ids: [file] });
  await world.runJobs();
  const zip = await world.get('administrator', `/task-result/${String(key)}`);
  const names = readZip(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name);
  expect(names).toContain(`Ferry/${today(zone)} - plan.pdf`);
});

it.each(ZONES)('[CONS-02] the printed log of a consultation has the day of who submitted it: %s', async (zone) => {
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: `log ${zone}` },
    more: { projectName: 'Weir', primaryOrg: ownerIn(zone), communities: [], state: 'CONSULTING' },
  });
  const target = { _t: 'Consultation', _i: Number(consultation.split('-')[1]) };
  const { key } = await ask(PERSON[zone], 'act/consultationLog/async', { ...target, format: 'pdf' });
  await world.runJobs();
  const data = new Uint8Array(await (await world.get(PERSON[zone], `/task-result/${String(key)}`)).arrayBuffer());
  const page = await (await getDocument({ data, verbosity: 0 }).promise).getPage(1);
  const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
  expect(text).toContain(dateWords('en', zone).date(today(zone)));
});

it.each(ZONES)('[EXCHANGE] the days of a calendar feed are counted from today of its person: %s', async (zone) => {
  const onDay = (days: number): Promise<ItemId> =>
    world.newItem({
      ...{ type: 'Meeting', level: 'COMMUNITY', mark: `feed ${days}` },
      more: { owner: ownerIn(zone), date: addDays(today(zone), days) },
    });
  const [first, before, last, after] = await Promise.all([-400, -401, 1_100, 1_101].map(onDay));
  const query = { must: { _t: ['Meeting'] } };
  const { path } = await ask(PERSON[zone], 'act/makeCalendarFeed', {
    ...{ _t: 'User', _i: Number(world.idOf(PERSON[zone]).split('-')[1]) },
    ...{ name: 'Meetings', query, names: true },
  });
  const feed = await (await world.get('visitor', String(path))).text();
  const held = [first, before, last, after].map((id) => feed.includes(`UID:${id ?? ''}@`));
  expect(held).toEqual([true, false, true, false]);
});

it('[NTFY-02] the daily email goes out by the time zone of the site until a person chooses another', async () => {
  const self = { _t: 'User', _i: Number(world.idOf('member').split('-')[1]) };
  expect(await ask('member', 'act/noticePreferences', { ...self, hour: 6 })).toMatchObject({ zone: ORGANISATION_ZONE });
  expect(await ask('member', 'act/noticePreferences', { ...self, zone: EAST })).toMatchObject({ zone: EAST, hour: 6 });
});

it('[CONS-02] an owner without a calendar has the day of the site', async () => {
  const owner = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'no calendar' });
  await world.change(owner, { calendar: null });
  const more = { owner, date: organisationDay(), ...WHOLE_DAY };
  const meeting = await world.newItem({ type: 'Meeting', level: 'COMMUNITY', mark: 'site', more });
  expect(await ask('administrator', `read/${meeting}`)).toMatchObject({ state: 'ONGOING' });
});
