// verifyPush: the state before and what was pushed give what a fresh read gives, for every operation, level and reader; and
// no push tells anybody what a fresh read would not.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Domain } from 'src/server/extend.ts';
import { setGrant } from 'src/server/store/grantRows.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import {
  Shadow,
  found,
  openProcess,
  plain,
  settle,
  writeMetadataOf,
  write,
  type People,
  type Process,
} from 'tests/sync/liveWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';
import { TICKS_OF_A_SECOND, ticksUntil } from 'tests/ownTime.ts';

let test: TestDatabase;
let here: Process;
let there: Process;
let people: People;

beforeAll(async () => {
  test = await testDatabase(registry);
  here = await openProcess(test.database);
  there = await openProcess(test.open());
  people = await settle(here);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
  await test.stop();
});

interface Watching {
  readonly name: string;
  readonly process: Process;
  /** Receiver that watches the ids one by one. */
  readonly items: Shadow;
  /** Receiver that watches the whole type. */
  readonly type: Shadow;
}

const readOf = ({ items, database }: Process, shadow: Shadow, ids: readonly ItemId[]): Promise<Item[]> =>
  items.readVisible(database, shadow.readFilter(), ids, { channel: 'read' });

const watch = async (ids: readonly ItemId[], type: string): Promise<Watching[]> => {
  const all: Watching[] = [];
  for (const process of [here, there]) {
    for (const [name, subject] of people.subjects) {
      const shadows = await Promise.all(
        ['items', 'type'].map(
          async (kind) => new Shadow(`${name} ${kind}`, await process.readFilters.readFilterFor(subject)),
        ),
      );
      const [items, ofType] = shadows as [Shadow, Shadow];
      for (const shadow of [items, ofType]) process.watches.add(shadow);
      for (const item of await readOf(process, items, ids)) {
        items.take(item);
        ofType.take(item);
        await process.watches.watchItem(items, item.$id, item._u);
      }
      process.watches.watchType(ofType, type);
      all.push({ name, process, items, type: ofType });
    }
  }
  return all;
};

const unwatch = (all: readonly Watching[]): void => {
  for (const { process, items, type } of all) for (const shadow of [items, type]) process.watches.remove(shadow);
};

/**
 * Returns the items of a receiver without the properties that every save changes. A receiver gets no push for a save that it may not see.
 */
const contentOf = (items: Iterable<readonly [ItemId, Readonly<Record<string, Json>>]>): Record<ItemId, Json> =>
  Object.fromEntries([...items].map(([id, { _u, updated: _updated, ...content }]) => [id, content]));

/** Tests that the shadow has exactly the content of a fresh read after the operation, and that nothing leaked before. */
const verifyPush = async (
  ids: readonly ItemId[],
  operation: () => Promise<readonly ItemId[] | void>,
): Promise<Watching[]> => {
  await Promise.all([here.feed.settled(), there.feed.settled()]);
  const watching = await watch(ids, 'Book');
  const before = new Map(watching.map((each) => [each, JSON.stringify([...each.items.items.values()])]));
  const more = (await operation()) ?? [];
  await Promise.all([here.feed.settled(), there.feed.settled()]);
  for (const each of watching) {
    const fresh = new Map(
      (await readOf(each.process, each.items, [...ids, ...more])).map((item) => [item.$id, plain(item)]),
    );
    const known = (id: ItemId): boolean => ids.includes(id) && (fresh.has(id) || each.items.items.has(id));
    const expected = [...fresh].filter(([id]) => known(id) && each.items.items.has(id));
    expect(contentOf(each.items.items), `${each.name}: items`).toEqual(contentOf(expected));
    expect(contentOf(each.type.items), `${each.name}: type`).toEqual(contentOf(fresh));
    const mayKnow = `${before.get(each) ?? ''}${JSON.stringify([...fresh.values()])}`;
    for (const frame of [...each.items.frames, ...each.type.frames]) {
      for (const token of frame.match(/CANARY\w+/g) ?? [])
        expect(mayKnow, `${each.name} was told ${token}`).toContain(token);
    }
  }
  unwatch(watching);
  return watching;
};

let count = 0;
const book = async (level: string, values: Readonly<Record<string, Json>> = {}): Promise<ItemId> => {
  count += 1;
  const whole = {
    shelf: people.first,
    title: `CANARYtitle${count}`,
    $access: level,
    price: 3,
    privateNotes: `CANARYnote${count}`,
    ...values,
  };
  return (await write.insert(here, 'Book', whole, people.creator)).id;
};
const change = (id: ItemId, changes: Readonly<Record<string, Json>>): Promise<unknown> =>
  write.change(here, id, changes, people.creator);
/** Several saves that the feed brings together. */
const changeAtOnce = (id: ItemId, all: readonly Readonly<Record<string, Json>>[]): Promise<void> =>
  here.database.transaction(async (tx) => {
    for (const changes of all)
      await here.items.write(tx, await found(here.items, tx, id), changes, writeMetadataOf(people.creator));
  });

describe.each(LEVELS)('pushes of a book at %s', (level) => {
  it('[ITEM-07] creation reaches those who may read it', async () => {
    await verifyPush([], async () => [await book(level)]);
  });

  it.each<[string, Readonly<Record<string, Json>>]>([
    ['a plain property', { title: 'CANARYplain', state: 'ACTIVE' }],
    ['a property of a stricter level', { price: 9 }],
    ['the most private property', { privateNotes: 'CANARYsecret' }],
    ['removal of a stricter property', { privateNotes: null, price: null }],
    ['several levels at once', { summary: 'CANARYsummary', price: 5, privateNotes: 'CANARYboth' }],
    ['a place', { place: { type: 'Point', coordinates: [-100, 50] } }],
  ])('[ITEM-07] %s', async (_name, changes) => {
    const id = await book(level);
    const read = async (shadow: Shadow): Promise<string> =>
      JSON.stringify(contentOf((await readOf(here, shadow, [id])).map((item) => [item.$id, plain(item)] as const)));
    const before = new Map<string, string>();
    for (const [name, subject] of people.subjects)
      before.set(name, await read(new Shadow(name, await here.readFilters.readFilterFor(subject))));
    for (const { name, items, type } of await verifyPush([id], async () => void (await change(id, changes)))) {
      const isSame = before.get(name) === (await read(items));
      expect(items.frames.length > 0, `${name} is told of what it may see, and of nothing else`).toBe(!isSame);
      expect(type.frames.length > 0, name).toBe(!isSame);
    }
  });

  it.each(LEVELS)('[ITEM-07] [PERM-01] moving to %s', async (next) => {
    const id = await book(level);
    const watching = await verifyPush(
      [id],
      async () => void (await change(id, { $access: next, title: `CANARYmoved${next}` })),
    );
    for (const { items, name } of watching) {
      const gone = items.frames.filter((frame) => frame.includes('"gone":true'));
      for (const frame of gone)
        expect(JSON.parse(frame), name).toEqual({ o: 'item/update', b: { $id: id, gone: true } });
    }
  });

  it('[ITEM-07] moving to another owner', async () => {
    const id = await book(level);
    await verifyPush([id], async () => void (await change(id, { shelf: people.second })));
  });

  it('[ITEM-07] a stricter property and the level in quick succession', async () => {
    const id = await book(level);
    const watching = await verifyPush([id], async () => {
      await change(id, { privateNotes: 'passing' });
      await change(id, { $access: 'PRIVATE' });
      await change(id, { privateNotes: 'CANARYsecond', title: 'CANARYlast' });
    });
    const told = watching.filter(({ items, type }) => [...items.frames, ...type.frames].join().includes('passing'));
    expect(['privateReader', 'creator', 'admin']).toEqual(expect.arrayContaining(told.map(({ name }) => name)));
  });

  it('[ITEM-07] [PERM-01] text that was hidden when written is not pushed, though it is shown again in the same operation', async () => {
    const id = await book('PUBLIC');
    const watching = await verifyPush([id], () =>
      changeAtOnce(id, [
        { $access: 'PRIVATE' },
        { title: 'passing', summary: 'passing' },
        { $access: level, title: 'CANARYshown', summary: null },
      ]),
    );
    const told = watching.filter(({ items, type }) => [...items.frames, ...type.frames].join().includes('passing'));
    expect(['privateReader', 'creator', 'admin']).toEqual(expect.arrayContaining(told.map(({ name }) => name)));
  });

  it('[ITEM-07] [PERM-01] content that readers of the previous owner could read is not pushed to those of the next', async () => {
    const id = await book(level);
    const watching = await verifyPush([id], () =>
      changeAtOnce(id, [{ privateNotes: 'passing' }, { shelf: people.second, privateNotes: 'CANARYnext' }]),
    );
    const told = watching.filter(({ items, type }) => [...items.frames, ...type.frames].join().includes('passing'));
    expect(['privateReader', 'creator', 'admin']).toEqual(expect.arrayContaining(told.map(({ name }) => name)));
  });

  it('[CELL-04] deletion, pushed by id only to those who could see it', async () => {
    const id = await book(level);
    const watching = await verifyPush([id], () => write.remove(here, id, people.creator));
    for (const { items, name } of watching) {
      const told = items.frames.map(
        (frame) => JSON.parse(frame) as { o: string; b: { keyAction?: string; keyItem?: string } },
      );
      for (const { o, b } of told) expect([o, b.keyAction, b.keyItem], name).toEqual(['taskComplete', 'delete', id]);
    }
    expect(watching.filter(({ items }) => items.frames.length > 0).map(({ name }) => name)).toContain('admin');
  });

  it('[ITEM-07] a grant given and taken back', async () => {
    const id = await book(level);
    const number = Number(id.split('-')[1]);
    const stranger = people.subjects.get('stranger')?.userId ?? '';
    const to = `user:${stranger}`;
    await here.readFilters.principalIds([to]);
    const grant = (actions: string[]) => () =>
      here.database.transaction(async (tx) => {
        await setGrant(tx, {
          t: registry.types['Book']?.number ?? 0,
          i: number,
          to,
          grantedBy: people.creator,
          actions,
        });
        await here.items.refreshReaders(tx, await found(here.items, tx, id));
      });
    const audited = async (): Promise<number> =>
      (
        await test.database.query<{ count: number }>(
          'select count(*)::int as count from read_audit where subject is distinct from $1',
          [stranger],
        )
      )[0]?.count ?? 0;
    /** Counts the frames and audit entries of the subjects that the grant does not affect. */
    const others = async (actions: string[]): Promise<unknown> => {
      let before = 0;
      const watching = await verifyPush([id], async () => {
        before = await audited();
        await grant(actions)();
        await Promise.all([here.feed.settled(), there.feed.settled()]);
        before = (await audited()) - before;
      });
      const frames = watching.flatMap(({ name, items, type }) =>
        name === 'stranger' ? [] : [...items.frames, ...type.frames],
      );
      return { frames, audited: before };
    };
    expect(await others(['read', 'PRIVATE.read'])).toEqual({ frames: [], audited: 0 });
    const [mine] = await here.items.readVisible(
      here.database,
      await here.readFilters.readFilterFor(people.subjects.get('stranger') ?? never()),
      [id],
      { channel: 'read' },
    );
    expect(mine?.['privateNotes']).toBeDefined();
    expect(await others([])).toEqual({ frames: [], audited: 0 });
  });
});

const never = (): never => {
  throw new Error('impossible');
};

describe('readers of restricted values', () => {
  it('[PERM-03] [SRCH-08] that another process made are in every mask before a search, also after a gap', async () => {
    const shelf = (await write.insert(here, 'Shelf', { name: 'Third shelf' }, 'User-1')).id;
    const reader = { name: 'third', email: 'third@example.org', memberships: [{ owner: shelf, reads: 'PRIVATE' }] };
    const user = await write.insert(here, 'User', reader, 'User-1');
    await there.feed.settled();
    const filter = await there.readFilters.readFilterFor((await there.subjectOf(user.id)) ?? never());
    const values = { title: 'Third', $access: 'COMMUNITY', shelf, privateNotes: 'CANARYthird' };
    const { levels } = await write.insert(here, 'Book', values, 'User-1');
    const acls = Object.values(levels);
    expect(acls).toHaveLength(1);
    await there.feed.catchUp();
    expect(acls.map(filter.canRead)).toEqual([true]);
    const late = await there.readFilters.readFilterFor((await there.subjectOf(people.creator)) ?? never());
    expect(acls.map(late.canRead)).toEqual([false]);
    const unseen = await openProcess(test.open());
    const before = await unseen.readFilters.readFilterFor((await unseen.subjectOf(user.id)) ?? never());
    await unseen.readFilters.learnAll();
    expect(acls.map(before.canRead)).toEqual([true]);
    await unseen.stop();
  });
});

describe('rights of a user', () => {
  const shadowOf = async (name: string): Promise<Shadow> => {
    const subject = people.subjects.get(name) ?? never();
    const shadow = new Shadow(name, await there.readFilters.readFilterFor(subject));
    there.watches.add(shadow);
    return shadow;
  };

  it('[ITEM-07] lose and regain what a membership opens, on another process, within a second', async () => {
    const id = await book('COMMUNITY');
    await there.feed.settled();
    const shadow = await shadowOf('community');
    const userId = shadow.readFilter().subject.userId ?? '';
    await there.watches.watchItem(shadow, id, 1);
    await write.change(here, userId, { memberships: null }, 'User-1');
    const gone = expect
      .poll(() => shadow.frames.map((frame) => JSON.parse(frame) as unknown), { interval: 5 })
      .toContainEqual({ o: 'item/update', b: { $id: id, gone: true } });
    expect(await ticksUntil(gone)).toBeLessThan(TICKS_OF_A_SECOND);
    await change(id, { title: 'CANARYafter' });
    await there.feed.settled();
    expect(shadow.frames.join()).not.toContain('CANARYafter');
    await expect(there.watches.watchItem(shadow, id, 1)).rejects.toMatchObject({ key: 'notFound' });
    await write.change(here, userId, { memberships: [{ owner: people.first, reads: 'PRIVATE' }] }, 'User-1');
    await there.feed.settled();
    await there.watches.watchItem(shadow, id, 1);
    expect(shadow.items.get(id)?.['privateNotes']).toMatch(/CANARYnote/);
    await write.change(here, userId, { memberships: [{ owner: people.first, reads: 'COMMUNITY' }] }, 'User-1');
    await there.feed.settled();
    expect(shadow.items.get(id)).toBeDefined();
    expect(shadow.items.get(id)?.['privateNotes']).toBeUndefined();
    there.watches.remove(shadow);
  });

  it('are not looked at again for a change that opens and closes nothing, and are when transport was quicker', async () => {
    const id = await book('COMMUNITY');
    await there.feed.settled();
    const shadow = await shadowOf('protectedReader');
    const userId = shadow.readFilter().subject.userId ?? '';
    await there.watches.watchItem(shadow, id, 1);
    await write.change(here, userId, { menuPackage: 'small' }, 'User-1');
    await there.feed.settled();
    expect(shadow.frames).toEqual([]);
    await write.change(here, userId, { memberships: null }, 'User-1');
    shadow.setReadFilter(await there.readFilters.readFilterFor((await there.subjectOf(userId)) ?? never()));
    await there.feed.settled();
    expect(shadow.frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { o: 'item/update', b: { $id: id, gone: true } },
    ]);
    await write.change(here, userId, { memberships: [{ owner: people.first, reads: 'PROTECTED' }] }, 'User-1');
    there.watches.remove(shadow);
  });

  it('end with the sockets of a blocked user', async () => {
    const shadow = await shadowOf('neighbour');
    const userId = shadow.readFilter().subject.userId ?? '';
    await write.change(here, userId, { blocked: true }, 'User-1');
    await there.feed.settled();
    expect(shadow.closed).toBe('signedout');
    await write.change(here, userId, { blocked: null }, 'User-1');
    there.watches.remove(shadow);
  });
});

describe('watches', () => {
  it('[ITEM-07] refuse hidden and absent items alike', async () => {
    const hidden = await book('PRIVATE');
    for (const [name, key] of [
      ['visitor', 'notAllowed'],
      ['stranger', 'notFound'],
    ] as const) {
      const shadow = new Shadow(name, await here.readFilters.readFilterFor(people.subjects.get(name) ?? never()));
      here.watches.add(shadow);
      for (const id of [hidden, 'Book-999999', 'Nothing-1'])
        await expect(here.watches.watchItem(shadow, id, 0)).rejects.toMatchObject({ key });
      await change(hidden, { title: 'CANARYhidden' });
      await here.feed.settled();
      expect(shadow.frames).toEqual([]);
      here.watches.remove(shadow);
    }
  });

  it('[ITEM-07] catch up from the counter that a client knows', async () => {
    const id = await book('PUBLIC', { summary: 'CANARYold' });
    await change(id, { summary: null, title: 'CANARYnew' });
    await here.feed.settled();
    const shadow = new Shadow(
      'visitor',
      await here.readFilters.readFilterFor(people.subjects.get('visitor') ?? never()),
    );
    here.watches.add(shadow);
    await here.watches.watchItem(shadow, id, 2);
    expect(shadow.frames).toEqual([]);
    await here.watches.watchItem(shadow, id, 1);
    expect(shadow.items.get(id)).toMatchObject({ title: 'CANARYnew', _u: 2 });
    expect(JSON.parse(shadow.frames[0] ?? '{}')).toMatchObject({ b: { changed: { summary: null } } });
    expect(shadow.frames.join()).not.toContain('privateNotes":"');
    here.watches.remove(shadow);
  });

  it('[ITEM-07] stop when they are taken back as often as they were added', async () => {
    await here.feed.settled();
    const shadow = new Shadow('admin', await here.readFilters.readFilterFor(people.subjects.get('admin') ?? never()));
    here.watches.add(shadow);
    for (let times = 0; times < 3; times += 1) here.watches.watchType(shadow, 'Book');
    here.watches.unwatchType(shadow, 'Book', 2);
    await book('PUBLIC');
    await here.feed.settled();
    expect(shadow.frames).toHaveLength(1);
    here.watches.unwatchType(shadow, 'Book', 1);
    const id = await book('PUBLIC');
    await here.feed.settled(); // no one receives its creation after that
    await here.watches.watchItem(shadow, id, undefined);
    here.watches.unwatchItem(shadow, id);
    await change(id, { title: 'unheard' });
    await here.feed.settled();
    expect(shadow.frames).toHaveLength(1);
    here.watches.remove(shadow);
  });
});

it('[ITEM-07] one change that cannot be evaluated is passed over, and keeps nothing from the others', async () => {
  const poison = '2001-01-01T00:00:00Z';
  const { loanState } = toyDomain.clocks;
  const clocks: Domain['clocks'] = {
    loanState: (values, zone) => {
      if (values['to'] === poison) throw new Error('a value that cannot be computed');
      return loanState?.(values, zone) ?? [];
    },
  };
  const third = await openProcess(test.open(), { ...toyDomain, clocks });
  const admin = people.subjects.get('admin') ?? never();
  const shadow = new Shadow('admin', await third.readFilters.readFilterFor(admin));
  third.watches.add(shadow);
  const lend = async (): Promise<ItemId> =>
    (await write.insert(here, 'Loan', { book: await book('PUBLIC'), borrower: people.creator }, people.creator)).id;
  const [bad, good] = [await lend(), await lend()];
  await third.feed.settled();
  for (const id of [bad, good]) await third.watches.watchItem(shadow, id, 1);
  await change(bad, { to: poison });
  for (const to of ['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z']) {
    await change(good, { to });
    await third.feed.settled();
  }
  const shown = shadow.frames
    .filter((frame) => frame.includes('item/update'))
    .map((frame) => (JSON.parse(frame) as { readonly b: { readonly $id: ItemId } }).b.$id);
  expect(shown).toEqual([good, good]);
  await third.stop();
});
