// Converts counted places to facet values of an answer. A value that names an item appears only with a label that passed the read filter in
// SQL; otherwise it is left out.

import type { FacetMore, FacetValue } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { FacetCounts, PairCount } from 'src/server/search/evaluate/searchPlan.ts';
import type { FacetPlan } from 'src/server/search/plan/planSources.ts';

export type FacetAnswer = readonly (FacetValue | FacetMore)[];

/** Data for naming the counts of all facets. */
export interface Names {
  readonly tokens: ReadonlyMap<number, string>;
  readonly labels: ReadonlyMap<ItemId, string>;
  readonly types: ReadonlyMap<number, string>;
}

const facetValue = (
  { meaning, buckets }: FacetPlan,
  value: number | string,
  names: Names,
): FacetValue['value'] | undefined => {
  if (typeof value === 'string') return value;
  if (meaning === 'bucket') return buckets[value];
  if (meaning === 'test') return value === 1;
  if (meaning === 'type') return names.types.get(value);
  return names.tokens.get(value);
};

const namedValues = (plan: FacetPlan, counts: FacetCounts, names: Names): FacetValue[] =>
  counts.values.flatMap((place, index) => {
    const value = facetValue(plan, place, names);
    const count = counts.counts[index] ?? 0;
    if (value === undefined) return [];
    if (plan.meaning !== 'item') return [{ value, count }];
    const label = names.labels.get(String(value));
    return label === undefined ? [] : [{ value, count, label }];
  });

const isNamedBy =
  (text: string) =>
  (each: FacetValue): boolean =>
    foldText(each.label ?? String(each.value)).includes(text);

const byMostCounted = (a: FacetValue, b: FacetValue): number =>
  b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1);

export const facetAnswer = (plan: FacetPlan, counts: FacetCounts, names: Names): FacetAnswer => {
  const all = namedValues(plan, counts, names);
  if (plan.meaning === 'word') all.sort(byMostCounted);
  const wanted = plan.text === undefined ? all : all.filter(isNamedBy(foldText(plan.text)));
  const listedValues = wanted.slice(0, plan.max);
  const more = wanted.length - listedValues.length + counts.more;
  return [
    ...listedValues,
    ...(counts.none > 0 && plan.text === undefined ? [{ value: null, count: counts.none }] : []),
    ...(more > 0 ? [{ more }] : []),
  ];
};

export interface NamedPair {
  readonly value: FacetValue['value'];
  readonly by: FacetValue['value'];
  readonly count: number;
}

/** Returns pairs of two facets. The caller skips values that are not among the named ones. */
export const pairsAnswer = (
  [value, by]: readonly [FacetPlan, FacetPlan],
  counts: readonly PairCount[],
  names: Names,
): NamedPair[] =>
  counts.flatMap((pair) => {
    const own = pair.value === null ? null : facetValue(value, pair.value, names);
    const other = pair.by === null ? null : facetValue(by, pair.by, names);
    return own === undefined || other === undefined ? [] : [{ value: own, by: other, count: pair.count }];
  });

/** Returns term ids whose words are needed to name the facets. */
export const placesToRead = (plans: readonly FacetPlan[], counts: readonly FacetCounts[]): number[] =>
  plans.flatMap(({ meaning }, index) =>
    meaning === 'bucket' || meaning === 'type' || meaning === 'test'
      ? []
      : (counts[index]?.values.filter((value): value is number => typeof value === 'number') ?? []),
  );

export const itemsToLabel = (
  plans: readonly FacetPlan[],
  counts: readonly FacetCounts[],
  tokens: ReadonlyMap<number, string>,
): ItemId[] =>
  plans.flatMap(({ meaning }, index) =>
    meaning === 'item'
      ? (counts[index]?.values ?? []).flatMap((value) => (typeof value === 'number' ? (tokens.get(value) ?? []) : []))
      : [],
  );
