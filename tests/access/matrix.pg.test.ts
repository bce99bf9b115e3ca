// Every channel of the store against an oracle of its own: what each person may learn of each book, property by property.
// The oracle knows nothing of principals, acls or masks; it reads the house rules. Hidden text carries a canary.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import { history } from 'src/server/items/historyEndpoint.ts';
import { label } from 'src/server/items/labelEndpoint.ts';
import { readEndpoint } from 'src/server/items/readEndpoint.ts';
import { readMany } from 'src/server/items/readManyEndpoint.ts';
import { update } from 'src/server/items/updateEndpoint.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { ok, PEOPLE, toyWorld, type Body, type Person, type ToyWorld } from 'tests/server/harness/toyWorld.ts';

interface Case {
  readonly book: StoredItem;
  readonly level: Level;
  readonly shelf: string;
  readonly creator: string;
}

const CANARIES: Readonly<Record<string, Level>> = { privateNotes: 'PRIVATE', price: 'PROTECTED' };
const ABSENT = 'Book-2000000000';

const reads = (who: Subject, { shelf, creator }: Case, level: Level): boolean => {
  if (who.admin || level === 'PUBLIC' || (who.userId !== undefined && who.userId === creator)) return true;
  return who.memberships.some((each) => each.owner === shelf && levelRank(each.reads) >= levelRank(level));
};
const stricter = (a: Level, b: Level): Level => (levelRank(a) > levelRank(b) ? a : b);
const seesProperty = (who: Subject, at: Case, name: string): boolean =>
  reads(who, at, at.level) && reads(who, at, stricter(at.level, CANARIES[name] ?? 'PUBLIC'));
const updates = (who: Subject, at: Case): boolean =>
  who.admin ||
  (reads(who, at, at.level) &&
    (who.userId === at.creator ||
      who.memberships.some((each) => each.owner === at.shelf && each.capabilities.includes('Library'))));

describe('permission matrix', () => {
  let world: ToyWorld;
  const cases: Case[] = [];
  beforeAll(async () => {
    world = await toyWorld();
    const creators = ['User-1', world.people.community.userId!, world.people.outsider.userId!];
    for (const level of LEVELS) {
      for (const shelf of [world.shelf, world.otherShelf]) {
        for (const creator of creators) {
          const properties: Body = {
            title: `title-${level}`,
            shelf,
            $access: level,
            summary: `summary-${level}`,
            privateNotes: `canary-notes`,
            price: 7777777,
          };
          const book = await world.seed('Book', properties, creator);
          await world.inWrite('admin', async ({ tx, now }) => {
            const stamp = { at: now, by: 'User-1', actor: undefined };
            const stored = (await world.items.find(tx!, book.id, true))!;
            const once = await world.items.write(tx!, stored, { privateNotes: 'canary-later' }, stamp);
            await world.items.write(tx!, once, { summary: 'later', price: 8888888 }, stamp);
          });
          cases.push({ book, level, shelf, creator });
        }
      }
    }
  });
  afterAll(() => world.stop());

  const canaryFree = (text: string, who: Subject, at: Case): void => {
    if (!seesProperty(who, at, 'privateNotes')) expect(text).not.toMatch(/canary/);
    if (!seesProperty(who, at, 'price')) expect(text).not.toMatch(/7777777|8888888/);
  };

  it.each(PEOPLE)(
    '[PERM-01] %s reads, finds the label of and sees the history of exactly what they may',
    async (person) => {
      const who = world.people[person];
      for (const at of cases) {
        const { id } = at.book;
        const answers = await Promise.all([
          world.run(person, readEndpoint, [id]),
          world.run(person, label, [id]),
          world.run(person, history, [id], {}),
          world.run(person, readMany, ['object'], [ABSENT, id]),
        ]);
        if (!reads(who, at, at.level)) {
          const refused = { refused: person === 'visitor' ? 'notAllowed' : 'notFound' };
          expect(answers).toEqual([refused, refused, refused, { ok: {} }]);
          continue;
        }
        const [item, named, events, many] = answers.map(ok);
        expect(
          Object.keys(item!)
            .filter((name) => name in CANARIES)
            .sort(),
        ).toEqual(
          Object.keys(CANARIES)
            .filter((name) => seesProperty(who, at, name))
            .sort(),
        );
        expect(item).toMatchObject({ $id: id, _u: 3, title: `title-${at.level}`, summary: 'later' });
        expect(named).toEqual({ $id: id, label: `title-${at.level}` });
        expect(many).toEqual({ [id]: item });
        const changed = (events!['events'] as readonly { changes: Record<string, Json> }[]).flatMap(({ changes }) =>
          Object.keys(changes),
        );
        expect(new Set(changed)).toEqual(
          new Set(['summary', ...Object.keys(CANARIES).filter((name) => seesProperty(who, at, name))]),
        );
        canaryFree(JSON.stringify([item, named, events, many]), who, at);
      }
    },
  );

  it.each(PEOPLE)(
    '[PERM-01] %s updates exactly what they may, and an unreadable property is an unknown one',
    async (person) => {
      const who = world.people[person];
      for (const at of cases) {
        const { id } = at.book;
        const now = (await world.stored(id))!;
        const stale = await world.run(person, update, [], { $id: id, _u: 1, privateNotes: 'mine' });
        const unknown = await world.run(person, update, [], { $id: id, _u: 1, noSuchThing: 'mine' });
        if (!reads(who, at, at.level)) {
          const absent = await world.run(person, update, [], { $id: ABSENT, _u: 1, privateNotes: 'mine' });
          expect([stale, unknown]).toEqual([absent, absent]);
        } else if (!updates(who, at)) {
          expect([stale, unknown]).toEqual([{ refused: 'notAllowed' }, { refused: 'notAllowed' }]);
        } else if (!seesProperty(who, at, 'privateNotes')) {
          expect(JSON.stringify(stale).replaceAll('privateNotes', 'noSuchThing')).toBe(JSON.stringify(unknown));
        } else
          expect(stale).toMatchObject({ refused: 'conflict', params: { current: { privateNotes: 'canary-later' } } });
        canaryFree(JSON.stringify([stale, unknown]), who, at);
        expect((await world.stored(id))!.u).toBe(now.u);
      }
    },
  );

  it.each(PEOPLE)('a conflict shows %s the item as they may see it', async (person) => {
    const who = world.people[person];
    for (const at of cases.filter((each) => updates(who, each))) {
      const answer = await world.run(person, update, [], { $id: at.book.id, _u: 1, summary: 'other' });
      expect(answer).toMatchObject({ refused: 'conflict', params: { current: { summary: 'later' } } });
      canaryFree(JSON.stringify(answer), who, at);
    }
  });

  it('answers alike whether hidden items exist or not', async () => {
    const ids = cases.map((each) => each.book.id);
    const hidden = (person: Person) =>
      cases.filter((each) => !reads(world.people[person], each, each.level)).map((each) => each.book.id);
    for (const person of PEOPLE) {
      const gone = new Set(hidden(person));
      expect(ok(await world.run(person, readMany, ['object'], [...ids]))).toEqual(
        ok(
          await world.run(
            person,
            readMany,
            ['object'],
            ids.filter((id) => !gone.has(id)),
          ),
        ),
      );
    }
  });
});
