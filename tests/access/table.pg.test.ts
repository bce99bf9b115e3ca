// The permissions for each person and book, one row per sentence. The table is written by hand, independent of the code that decides.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { create } from 'src/server/items/createEndpoint.ts';
import { isAllowedEndpoint } from 'src/server/rights/isAllowedEndpoint.ts';
import { readAllowed } from 'src/server/rights/readAllowedEndpoint.ts';
import { ok, PEOPLE, toyWorld, type Person, type ToyWorld } from 'tests/server/harness/toyWorld.ts';

type Row = Readonly<Record<Level, readonly Person[]>>;

const everyone = PEOPLE;
const atCommunity: readonly Person[] = ['community', 'protected', 'private', 'librarian', 'owner', 'admin'];
const atProtected: readonly Person[] = ['protected', 'private', 'librarian', 'owner', 'admin'];
const atPrivate: readonly Person[] = ['private', 'owner', 'admin'];
const working: readonly Person[] = ['librarian', 'admin'];

const ALLOWED: Readonly<Record<string, Row>> = {
  read: { PUBLIC: everyone, COMMUNITY: atCommunity, PROTECTED: atProtected, PRIVATE: atPrivate },
  update: { PUBLIC: working, COMMUNITY: working, PROTECTED: working, PRIVATE: ['admin'] },
  delete: { PUBLIC: working, COMMUNITY: working, PROTECTED: working, PRIVATE: ['admin'] },
  stamp: { PUBLIC: working, COMMUNITY: working, PROTECTED: working, PRIVATE: ['admin'] },
  'PRIVATE.read': { PUBLIC: atPrivate, COMMUNITY: atPrivate, PROTECTED: atPrivate, PRIVATE: atPrivate },
  create: { PUBLIC: working, COMMUNITY: working, PROTECTED: working, PRIVATE: ['admin'] },
  unheardOf: { PUBLIC: ['admin'], COMMUNITY: ['admin'], PROTECTED: ['admin'], PRIVATE: ['admin'] },
};

const sentences = Object.entries(ALLOWED).flatMap(([action, row]) =>
  LEVELS.flatMap((level) =>
    PEOPLE.map((person) => ({
      person,
      action,
      level,
      may: row[level].includes(person),
      verb: row[level].includes(person) ? 'may' : 'may not',
    })),
  ),
);

describe('access table', () => {
  let world: ToyWorld;
  const books = new Map<Level, ItemId>();
  beforeAll(async () => {
    world = await toyWorld();
    for (const level of LEVELS)
      books.set(
        level,
        (await world.seed('Book', { title: `A ${level} book`, shelf: world.shelf, $access: level, state: 'DRAFT' })).id,
      );
  });
  afterAll(() => world.stop());

  it.each(sentences)('[PERM-01] $person $verb $action a $level book', async ({ person, action, level, may }) => {
    const id = books.get(level)!;
    expect(ok(await world.run(person, isAllowedEndpoint, [], { id, actions: [action] }))).toEqual({ [action]: may });
    const answer = await world.run(person, readAllowed, [id]);
    if (ALLOWED['read']![level].includes(person))
      expect((ok(answer)['allowed'] as Record<string, boolean>)[action]).toBe(action === 'unheardOf' ? undefined : may);
    else expect(answer).toEqual({ refused: person === 'visitor' ? 'notAllowed' : 'notFound' });
  });

  const makers = PEOPLE.map((person) => ({
    person,
    may: working.includes(person),
    verb: working.includes(person) ? 'may' : 'may not',
  }));
  it.each(makers)('[PERM-01] $person $verb create a book on the shelf', async ({ person, may }) => {
    const answer = await world.run(person, create, ['Book'], { title: 'New', shelf: world.shelf });
    if (may) expect(ok(answer)).toMatchObject({ title: 'New', $access: 'COMMUNITY', state: 'DRAFT' });
    else expect(answer).toEqual({ refused: 'notAllowed' });
  });

  it('[PERM-01] the creator reads and updates their own PRIVATE book, and only an admin may delete an ACTIVE one', async () => {
    const librarian = world.people.librarian.userId!;
    const mine = await world.seed('Book', { title: 'Mine', shelf: world.otherShelf, $access: 'PRIVATE' }, librarian);
    const active = await world.seed('Book', { title: 'Lent', shelf: world.shelf, $access: 'PUBLIC', state: 'ACTIVE' });
    expect(
      ok(
        await world.run(
          'librarian',
          isAllowedEndpoint,
          [],
          [
            { id: mine.id, actions: ['read', 'update', 'delete'] },
            { id: active.id, actions: ['delete', 'update'] },
          ],
        ),
      ),
    ).toEqual({
      [mine.id]: { read: true, update: true, delete: false },
      [active.id]: { delete: false, update: true },
    });
    expect(ok(await world.run('admin', isAllowedEndpoint, [], { id: active.id, actions: ['delete'] }))).toEqual({
      delete: true,
    });
  });

  it('[ITEM-05] a question about number 0 or a malformed id is invalid', async () => {
    for (const id of ['Book-0', 'Book', 'Book-', '-1', 'Book-01', 'Book-1-2-3', '', 'Book-99999999999']) {
      expect(await world.run('admin', isAllowedEndpoint, [], { id, actions: ['read'] })).toEqual({
        refused: 'invalidId',
      });
    }
  });
});
