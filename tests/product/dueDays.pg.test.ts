// A due day is a day in the time zone of the owner: tested in the first and in the last time zone that reaches a day.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createDueEvents } from 'src/server/events/dueEvents.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

/** 14 hours before and 11 hours behind UTC. */
const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
const DUE = '2031-05-10';

let world: ProductWorld;
const responses = new Map<string, ItemId>();

beforeAll(async () => {
  world = await openProductWorld();
  const consultation = await world.newItem({ type: 'Consultation', level: 'COMMUNITY', mark: 'road' });
  for (const timeZone of [EAST, WEST]) {
    const community = await world.newItem({
      ...{ type: 'Organization', level: 'COMMUNITY', mark: timeZone },
      more: { displayName: timeZone, calendar: { timeZone: timeZone, weekdays: [1, 2, 3, 4, 5] } },
    });
    const more: Body = { consultation, community, state: 'PENDING', requestedResponseDate: DUE, _clock: { due: DUE } };
    const response = { type: 'ConsultResponse', level: 'PROTECTED', mark: `answer ${timeZone}`, more } as const;
    responses.set(timeZone, await world.newItem(response));
  }
});
afterAll(() => world.stop());

/** The kinds of events that are written at this moment, by the time zone of whose they are. */
const writtenAt = async (instant: string): Promise<Readonly<Record<string, string[]>>> => {
  const { registry, database, items } = world.services;
  const known = async () => {
    const rows = await database.query<{ i: number }>('select i from item where t = $1 order by i', [
      registry.types['Event']?.number,
    ]);
    return await items.findMany(
      database,
      rows.map(({ i }) => `Event-${i}`),
    );
  };
  const before = new Set((await known()).map(({ id }) => id));
  const clock = { now: () => new Date(instant) };
  await createDueEvents({ ...world.services, clock })({}, new AbortController().signal);
  const fresh = (await known()).filter(({ id }) => !before.has(id));
  return Object.fromEntries(
    [...responses].map(([zone, id]) => [
      zone,
      fresh
        .filter(({ properties }) => properties['context'] === id)
        .map(({ properties }) => String(properties['kind'])),
    ]),
  );
};

it('[NTFY-02] [CONS-01] a day begins and is over where the owner of the item works, and each event of it is written once', async () => {
  // There it is three days before when at the other end of the day it is still four.
  expect(await writtenAt('2031-05-06T09:59:00Z')).toEqual({ [EAST]: [], [WEST]: [] });
  expect(await writtenAt('2031-05-06T10:01:00Z')).toEqual({ [EAST]: ['responseDue'], [WEST]: [] });
  expect(await writtenAt('2031-05-07T10:59:00Z')).toEqual({ [EAST]: [], [WEST]: [] });
  expect(await writtenAt('2031-05-07T11:01:00Z')).toEqual({ [EAST]: [], [WEST]: ['responseDue'] });
  // Nothing is late on its day.
  expect(await writtenAt('2031-05-10T09:59:00Z')).toEqual({ [EAST]: [], [WEST]: [] });
  expect(await writtenAt('2031-05-10T10:01:00Z')).toEqual({ [EAST]: ['responseOverdue'], [WEST]: [] });
  expect(await writtenAt('2031-05-11T10:59:00Z')).toEqual({ [EAST]: [], [WEST]: [] });
  expect(await writtenAt('2031-05-11T11:01:00Z')).toEqual({ [EAST]: [], [WEST]: ['responseOverdue'] });
  expect(await writtenAt('2031-05-12T12:00:00Z')).toEqual({ [EAST]: [], [WEST]: [] });
});
