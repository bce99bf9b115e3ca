// Compares an answer of the server with the reference evaluator. Returns the differences in words; none means that the answer is exact.

import type { FacetMore, FacetValue, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import { referenceFacet, referenceIds, referencePairs } from 'tests/server/search/reference/referenceAnswers.ts';
import { keyOf, scaleOf } from 'tests/server/search/reference/referenceValues.ts';
import type { ReferenceWorld } from 'tests/server/search/reference/referenceWorld.ts';

const sameOrder = (what: string, answered: unknown, expected: unknown): string[] => {
  const [own, other] = [JSON.stringify(answered), JSON.stringify(expected)];
  return own === other ? [] : [`${what}: answered ${own}, expected ${other}`];
};

/** Counts of buckets, types and tests are listed in the order of the declaration, others by count. */
const isOrderedByCount = (world: ReferenceWorld, type: string, name: string): boolean => {
  const key = keyOf(world, type, name);
  return key?.is === 'own' && !scaleOf(key);
};

interface AskedFacet {
  readonly key: string;
  readonly max: number;
}

/** The listed values have the right counts, none that is left out is counted more often, and `more` is the number of those. */
const facetDifferences = (
  counts: ReadonlyMap<string | null, number>,
  answered: readonly (FacetValue | FacetMore)[],
  { key, max }: AskedFacet,
  isByCount: boolean,
): string[] => {
  const named = [...counts].filter((entry): entry is [string, number] => entry[0] !== null);
  const values = answered.filter((each): each is FacetValue => 'count' in each);
  const listed = values.filter(({ value }) => value !== null);
  const more = answered.reduce((sum, each) => sum + ('more' in each ? Number(each.more) : 0), 0);
  const wrong = listed.filter(({ value, count }) => counts.get(String(value)) !== count);
  const none = values.find(({ value }) => value === null)?.count ?? 0;
  const leftOut = named
    .filter(([value]) => !listed.some((each) => String(each.value) === value))
    .map(([, count]) => count);
  const least = Math.min(...listed.map(({ count }) => count));
  const isOutOfOrder =
    isByCount &&
    (leftOut.some((count) => count > least) ||
      listed.some(({ count }, at) => count > (listed[at - 1]?.count ?? Infinity)));
  return [
    ...wrong.map(
      ({ value, count }) => `facet ${key}: ${String(value)} ${count}, expected ${counts.get(String(value)) ?? 0}`,
    ),
    ...sameOrder(`facet ${key}: number of listed values`, listed.length, Math.min(max, named.length)),
    ...sameOrder(`facet ${key}: more`, more, Math.max(0, named.length - max)),
    ...sameOrder(`facet ${key}: items without a value`, none, counts.get(null) ?? 0),
    ...(isOutOfOrder ? [`facet ${key}: not the most frequent values in order: ${JSON.stringify(answered)}`] : []),
  ];
};

/** Compares ids, total and facets of a whole answer. */
export const answerDifferences = (
  world: ReferenceWorld,
  { type, query }: { readonly type: string; readonly query: Query },
  answer: SearchAnswer,
): string[] => {
  const ids = referenceIds(world, query);
  const facets = (query.facets ?? []) as readonly AskedFacet[];
  return [
    ...sameOrder('total', answer.total, ids.length),
    ...sameOrder('ids', answer.ids, ids),
    ...facets.flatMap((facet) =>
      facetDifferences(
        referenceFacet(world, query, facet.key),
        answer.facets?.[facet.key] ?? [],
        facet,
        isOrderedByCount(world, type, facet.key),
      ),
    ),
  ];
};

interface CountedPair {
  readonly value: unknown;
  readonly by: unknown;
  readonly count: number;
}

export const pairDifferences = (
  world: ReferenceWorld,
  query: Query,
  facets: readonly [string, string],
  pairs: readonly CountedPair[],
): string[] => {
  const expected = referencePairs(world, query, facets);
  const answered = new Map(pairs.map(({ value, by, count }) => [`${String(value)}|${String(by)}`, count]));
  const inOrder = (counts: ReadonlyMap<string, number>): unknown =>
    [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sameOrder(`pairs of ${facets.join(' and ')}`, inOrder(answered), inOrder(expected));
};

/** Pages of an answer, each of `max` ids, by the cursor of the one before. */
export const pagedIds = async (
  ask: (query: Query) => Promise<SearchAnswer>,
  query: Query,
  max: number,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await ask({ ...query, facets: [], max, ...(after !== undefined && { after }) });
    ids.push(...page.ids);
    after = page.after;
  } while (after !== undefined);
  return ids;
};
