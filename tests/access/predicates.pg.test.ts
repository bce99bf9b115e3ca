// Predicates are compiled twice. Random predicates, subjects and items: the function and the SQL must say the same, always.

import { fc } from 'tests/properties.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { compareText, compilePredicate } from 'src/server/access/actions/predicates.ts';
import { compilePredicateToSql } from 'src/server/access/compilePredicateToSql.ts';
import type { Facts } from 'src/server/access/actions/facts.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { toyWorld, type Body, type ToyWorld } from 'tests/server/harness/toyWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const SHELVES = ['Shelf-1', 'Shelf-2', 'Shelf-3'] as const;
const USERS = ['User-1', 'User-2', 'User-3'] as const;
const TEXTS = ['', 'ᓀᐦᐃᔭᐍᐏᐣ', 'Zebra', 'zebra', '😀', '\uE000', 'a', 'ab', "o'clock"];
const NOW = new Date('2024-06-01T12:00:00.000Z');

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const number = one([0, 1, 2, 1.5, -3, 1999]);

const bookOf = fc.record({
  $access: maybe(one(LEVELS)),
  shelf: one(SHELVES),
  title: one(TEXTS.filter((text) => text !== '')),
  state: maybe(one(['DRAFT', 'ACTIVE', 'ARCHIVED'])),
  year: maybe(number),
  fragile: maybe(fc.boolean()),
  seen: maybe(one(['2024-05-31T00:00:00Z', '2024-06-02T00:00:00Z'])),
  genres: maybe(fc.uniqueArray(one(['FABLE', 'ATLAS', 'SONGS']), { minLength: 1 })),
  sequels: maybe(fc.uniqueArray(one(['Book-1', 'Book-2', 'Book-3', 'Book-2000']), { minLength: 1 })),
  parts: maybe(
    fc.array(fc.record({ name: one(['a', 'b']), pages: maybe(number) }, { requiredKeys: ['name'] }), {
      minLength: 1,
      maxLength: 3,
    }),
  ),
  size: maybe(fc.record({ height: number })),
  price: maybe(number),
  privateNotes: maybe(one(['x', 'y'])),
  place: maybe(fc.constant({ type: 'Point', coordinates: [1, 2] } as Json)),
});

const VALUES: readonly Json[] = [
  ...TEXTS,
  ...SHELVES,
  0,
  1,
  1999,
  true,
  false,
  null,
  'ACTIVE',
  'ATLAS',
  '$user.id',
  '$user.owners',
  '$now',
  'Book-2',
];
const PATHS = [
  'title',
  'state',
  'year',
  'fragile',
  'genres',
  'shelf',
  'sequels',
  'parts.name',
  'parts.pages',
  'size.height',
  'price',
  'privateNotes',
  '$access',
  'seen',
  '$id',
  'createdBy',
];
const compared = fc.tuple(one(PATHS), one(VALUES));

const leaf: fc.Arbitrary<Predicate> = fc.oneof(
  compared.map((eq) => ({ eq })),
  compared.map((has) => ({ has })),
  fc.tuple(one(PATHS), fc.array(one(VALUES), { maxLength: 3 })).map((inside) => ({ in: inside })),
  compared.map((lt) => ({ lt })),
  compared.map((gt) => ({ gt })),
  one([...PATHS, 'place']).map((empty) => ({ empty })),
  one(LEVELS).map((level) => ({ level })),
  fc.record({ cap: one(['Library', 'Other']), anywhere: fc.boolean() }),
  one(['everyone', 'signedIn', 'creator', 'self', 'ownerMember', 'ownerAdmin'] as const).map((principal) => ({
    principal,
  })),
  one(['named', 'nested']).map((fn) => ({ fn })),
);

const NAMED: Readonly<Record<string, Predicate>> = {
  named: { any: [{ eq: ['state', 'ACTIVE'] }, { principal: 'creator' }] },
  nested: { not: { fn: 'named' } },
};

const combine = (inner: fc.Arbitrary<Predicate>): fc.Arbitrary<Predicate> =>
  fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }).map((all) => ({ all })) },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }).map((any) => ({ any })) },
    { weight: 1, arbitrary: inner.map((not) => ({ not })) },
  );
const plain = combine(combine(leaf));
const predicate = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.record({ rel: one(['shelf', 'sequels']), where: plain }).map((via) => ({ via })) },
);

const membership = fc.record({
  owner: one(SHELVES),
  reads: one(LEVELS),
  admin: fc.boolean(),
  capabilities: fc.subarray(['Library', 'Other']),
});
const subject: fc.Arbitrary<Subject> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(VISITOR) },
  {
    weight: 5,
    arbitrary: fc
      .record({
        userId: one(USERS),
        memberships: fc.uniqueArray(membership, { selector: ({ owner }) => owner }),
        siteReads: maybe(one(LEVELS)),
        siteCapabilities: fc.subarray(['Library']),
      })
      .map((each) => ({ ...VISITOR, ...each, sessionId: 's' })),
  },
);

describe('predicates', () => {
  let world: ToyWorld;
  let books: StoredItem[];
  let byId: Map<ItemId, StoredItem>;
  beforeAll(async () => {
    world = await toyWorld();
    const shelf = await world.seed('Shelf', { name: 'Third' });
    const samples = fc.sample(fc.tuple(bookOf, one(USERS)), { numRuns: 120, seed: 7 });
    books = [];
    for (const [properties, creator] of samples) {
      const present = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(properties)) as Body));
      books.push(await world.seed('Book', present, creator));
    }
    const shelves = await world.items.findMany(world.db.database, [shelf.id, ...SHELVES]);
    byId = new Map([...books, ...shelves].map((each) => [each.id, each]));
  });
  afterAll(() => world.stop());

  const factsOf = (stored: StoredItem): Facts => ({
    ...stored,
    related: (rel) =>
      valuesAt(stored.properties, rel)
        .filter(isItemId)
        .flatMap((id) => {
          const found = byId.get(id);
          return found ? [factsOf(found)] : [];
        }),
  });

  const bySql = async (rule: Predicate, who: Subject): Promise<string[]> => {
    const values: unknown[] = [];
    const type = registry.types['Book']!;
    const condition = compilePredicateToSql(rule, type, {
      registry,
      named: NAMED,
      subject: who,
      now: NOW,
      param: (value) => `$${values.push(value)}`,
    });
    const rows = await world.db.database.query<{ id: string }>(
      `select 'Book-' || item.i as id from item where item.t = ${type.number} and ${condition} order by item.i`,
      values,
    );
    return rows.map(({ id }) => id);
  };

  it('mean the same as a function and as SQL', async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(predicate, subject, async (rule, who) => {
        const judge = compilePredicate(rule, NAMED);
        const byFunction = books.filter((book) => judge(who, factsOf(book), NOW)).map(({ id }) => id);
        if (byFunction.length > 0 && byFunction.length < books.length) some += 1;
        expect(await bySql(rule, who)).toEqual(byFunction);
      }),
      { numRuns: 600 },
    );
    expect(some).toBeGreaterThan(60); // not only rules that hold for all or for none
  }, 120_000);

  it('compare text by code point, as the database does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (a, b) => {
        const [left, right] = [a.replaceAll('\u0000', ''), b.replaceAll('\u0000', '')];
        const rows = await world.db.database.query<{ less: boolean }>(
          `select $1::text collate "C" < $2::text collate "C" as less`,
          [left, right],
          'compare',
        );
        expect(rows[0]?.less).toBe(compareText(left, right) < 0);
      }),
      { numRuns: 200 },
    );
  });
});
