// Random predicates, subjects and items: the compiled function must agree with the evaluator of predicateOracle. The evaluator shares no
// code with the compiler and follows the meaning of each word in Predicate.ts.

import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { compareText, compilePredicate } from 'src/server/access/actions/predicates.ts';
import type { Facts } from 'src/server/access/actions/facts.ts';
import { predicateHolds, type PlainItem } from 'tests/access/predicateOracle.ts';

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
/** Rules of the types behind the relations. */
const RULES: Readonly<Record<string, Readonly<Record<string, Predicate>>>> = {
  Book: { update: { any: [{ fn: 'named' }, { cap: 'Library' }] }, delete: { all: [] } },
  Shelf: { update: { principal: 'ownerAdmin' } },
};
const asked = fc.record({ rel: one(['shelf', 'sequels']), action: one(['update', 'delete']) }).map((may) => ({ may }));
const predicate = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.record({ rel: one(['shelf', 'sequels']), where: plain }).map((via) => ({ via })) },
  { weight: 1, arbitrary: asked },
  { weight: 1, arbitrary: fc.tuple(plain, asked).map((any) => ({ any })) },
  { weight: 1, arbitrary: asked.map((not) => ({ not })) },
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
  const samples = fc.sample(fc.tuple(bookOf, one(USERS)), { numRuns: 120, seed: 7 });
  const books = samples.map(([values, creator], index): PlainItem => {
    const properties = JSON.parse(JSON.stringify(values)) as Readonly<Record<string, Json>>;
    const owners = index % 7 === 0 ? ['system'] : [properties['shelf'] as string];
    return { id: `Book-${index + 1}`, type: 'Book', creator, owners, properties };
  });
  const shelves = SHELVES.map((id, index): PlainItem => ({
    id,
    type: 'Shelf',
    creator: 'User-1',
    owners: [id],
    properties: { name: `${index}` },
  }));
  const all = new Map([...books, ...shelves].map((each) => [each.id, each]));
  const behind = (item: PlainItem, rel: string): PlainItem[] =>
    [item.properties[rel] ?? []].flat().flatMap((id) => all.get(id as ItemId) ?? []);
  const factsFor = (who: Subject): ((item: PlainItem) => Facts) => {
    const factsOf = (item: PlainItem): Facts => ({
      ...item,
      related: (rel) => behind(item, rel).map(factsOf),
      may: (rel, action) =>
        behind(item, rel).some((each) => {
          const right = RULES[each.type]?.[action];
          return right !== undefined && compilePredicate(right, NAMED)(who, factsOf(each), NOW);
        }),
    });
    return factsOf;
  };

  it('mean as functions what their words say', () => {
    let some = 0;
    fc.assert(
      fc.property(predicate, subject, (rule, who) => {
        const judge = compilePredicate(rule, NAMED);
        const found = books.filter((book) => judge(who, factsFor(who)(book), NOW)).map(({ id }) => id);
        if (found.length > 0 && found.length < books.length) some += 1;
        const scope = { named: NAMED, rules: RULES, subject: who, now: NOW, behind };
        expect(found).toEqual(books.filter((book) => predicateHolds(rule, book, scope)).map(({ id }) => id));
      }),
      { numRuns: 600 },
    );
    expect(some).toBeGreaterThan(60); // some cases are permitted and some are not
  });

  it('compare text by code point, as the bytes of UTF-8 and the collation C do', () => {
    const wellFormed = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(wellFormed, wellFormed, (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
