// Two values of a list become one: the right to do it, the rewritten items, and a person who edits such an item meanwhile loses nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openStaffedWorld, type StaffedWorld } from 'tests/server/routes/openStaffedWorld.ts';

let world: StaffedWorld;

const ask = (who: string, o: string, b?: Json): Promise<Envelope> => world.ask(who, o, b);
const merge = (who: string, more: Record<string, Json> = {}): Promise<Envelope> =>
  ask(who, 'act/mergeListValues/async', {
    ...{ list: 'GENRES', owner: world.ids['shelf'] ?? '', from: 'FABLE', into: 'SONGS' },
    ...more,
  });
const book = async (shelf: string, genres: readonly string[]): Promise<ItemId> => {
  const { items, database } = world.services;
  const values = { title: 'B', shelf: world.ids[shelf] ?? '', $access: 'PUBLIC', state: 'DRAFT', genres: [...genres] };
  const by = { at: new Date(), by: world.ids['admin'] ?? '', actor: undefined };
  return (await database.transaction((tx) => items.insert(tx, 'Book', values, by))).id;
};
const genresOf = async (id: ItemId): Promise<Json | undefined> =>
  (await world.services.items.find(world.services.database, id))?.properties['genres'];

beforeAll(async () => {
  world = await openStaffedWorld();
});
afterAll(() => world.stop());

describe('[LOV-01] [PERM-06] merging two values', () => {
  it('is refused to who may not keep the list, and for values that are not there', async () => {
    for (const who of ['member', 'stranger'])
      expect(await merge(who)).toMatchObject({ erred: true, b: { userMessage: 'notAllowed' } });
    const wrongs: readonly Record<string, Json>[] = [{ from: 'NOTHING' }, { into: 'NOTHING' }, { into: 'FABLE' }];
    for (const wrong of wrongs)
      expect(await merge('keeper', wrong)).toMatchObject({ erred: true, b: { userMessage: 'invalid' } });
  });

  it('archives the one and rewrites every use in that owner, under an edit too', async () => {
    const both = await book('shelf', ['FABLE', 'ATLAS', 'SONGS']);
    const one = await book('shelf', ['FABLE']);
    const without = await book('shelf', ['ATLAS']);
    const foreign = await book('other', ['FABLE']);
    const { _u } = (await ask('keeper', `read/${one}`)).b as { _u: number };
    const { key } = (await merge('keeper')).b as { key: string };
    await world.socket('keeper').until(({ o, b }) => o === 'taskComplete' && (b as { key?: string }).key === key);
    expect(await genresOf(both)).toEqual(['SONGS', 'ATLAS']);
    expect(await genresOf(one)).toEqual(['SONGS']);
    expect(await genresOf(without)).toEqual(['ATLAS']);
    expect(await genresOf(foreign)).toEqual(['FABLE']);
    const lists = await world.services.lists.values(
      await world.services.readFilters.readFilterFor(
        (await world.services.sessions.subjectOf(world.ids['keeper'] ?? ''))!,
      ),
      { locale: 'en', list: 'GENRES', owner: world.ids['shelf'] },
    );
    expect(lists?.[world.ids['shelf'] ?? '']).toContainEqual({ key: 'FABLE', label: 'Fable', state: 'ARCHIVED' });
    // Begun before the merge, saved after it.
    expect(await ask('keeper', 'update', { $id: one, _u, title: 'Renamed' })).toMatchObject({ b: { _u: _u + 2 } });
    expect(await genresOf(one)).toEqual(['SONGS']);
    const { events } = (await ask('keeper', `history/${one}`)).b as { events: { by: string }[] };
    expect(events[1]?.by).toBe(world.ids['keeper']);
  });

  it('[WF-01] rewrites what workflows say: the state they are in, what waits to set it, and their template', async () => {
    const on = (id: ItemId, more: Record<string, Json> = {}): Json => {
      const [_t = '', _i] = id.split('-');
      return { _t, _i: Number(_i), ...more };
    };
    const made = async (type: string, values: Record<string, Json>): Promise<ItemId> =>
      String(((await ask('keeper', `create/${type}`, values)).b as { $id: string }).$id);
    const shelf = world.ids['shelf'] ?? '';
    const step = { kind: 'RPR_LOOK', label: 'Look', state: 'LOOK' };
    const steps = [
      { ...step, key: 'one', group: 1 },
      { ...step, key: 'two', group: 2 },
    ];
    const template = await made('Routine', { label: 'Looks', shelf, of: 'Repair', state: 'ACTIVE', steps });
    const repair = await made('Repair', { title: 'Spine', shelf });
    await ask('keeper', 'act/setWorkflow', on(repair, { workflow: template }));
    const words = async (): Promise<Json> => {
      const { items, database } = world.services;
      const ids = await items.holding(database, { type: 'RprLook', path: 'of', id: repair });
      const waiting = (await items.findMany(database, ids)).map(
        ({ properties }) => properties['plan'] as { state: Json },
      );
      const read = async (id: ItemId) => (await items.find(database, id))?.properties ?? {};
      const { state, steps: count } = (await read(repair))['_wf'] as { state: Json; steps: Json };
      const planned = (await read(template))['steps'] as unknown as { state: Json }[];
      return [state, count, ...waiting.map((each) => each.state), ...planned.map((each) => each.state)];
    };
    const over = async (answer: Envelope): Promise<string> => {
      const { key } = answer.b as { key: string };
      const isIt = ({ o, b }: Envelope): boolean => o === 'taskComplete' && (b as { key?: string }).key === key;
      await world.socket('admin').until(isIt);
      return key;
    };
    expect(await words()).toEqual(['LOOK', 2, 'LOOK', 'LOOK', 'LOOK', 'LOOK']);
    const key = await over(
      await merge('admin', { list: 'REPAIR_STATES', owner: 'system', from: 'LOOK', into: 'BACK' }),
    );
    expect(await words()).toEqual(['BACK', 2, 'BACK', 'BACK', 'BACK', 'BACK']);
    const { events } = (await ask('keeper', `history/${repair}`)).b as { events: { by: string; kind?: string }[] };
    expect(events[0]).toMatchObject({ by: world.ids['admin'] });
    await over(await ask('admin', 'act/undoMany/async', { taskKey: key }));
    // An undo does not set a template to a value that is no longer usable.
    expect(await words()).toEqual(['LOOK', 2, 'LOOK', 'LOOK', 'BACK', 'BACK']);
  });
});
