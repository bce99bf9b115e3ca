// A query as the worker takes it: keys resolved, values as term ids and numbers, one plan per item type. Plain data, made by
// plan/ on the main thread; the worker decides nothing about keys or rights beyond the mask.

import type { Area } from 'src/model/geo/geoJson.ts';
import type { Box } from 'src/model/geo/box.ts';
import type { Span } from 'src/model/query/buckets.ts';

export interface MaskPlan {
  readonly bits: Uint8Array;
  readonly known: number;
  readonly admin: boolean;
}

/** How many items that the asker may see a row names at a relation, or are named by rows of these types. */
export interface CountPlan {
  readonly prop: string;
  /** Numbers of the types whose rows name it; undefined where the row itself names them. */
  readonly by: readonly number[] | undefined;
}

/** `none`: items without a value at the key match too. */
export type FilterPlan =
  | { readonly is: 'nothing' }
  | { readonly is: 'everything' }
  | {
      readonly is: 'terms';
      readonly prop: string;
      readonly terms: readonly number[];
      readonly none: boolean;
      readonly every: boolean;
    }
  /** With any of these terms, whichever relations they belong to. */
  | { readonly is: 'related'; readonly terms: readonly number[] }
  | {
      readonly is: 'spans';
      readonly path: string;
      readonly spans: readonly Span[];
      readonly equal: readonly number[];
      readonly none: boolean;
    }
  | { readonly is: 'clock'; readonly path: string; readonly tokens: readonly string[]; readonly none: boolean }
  | {
      readonly is: 'counted';
      readonly count: CountPlan;
      readonly spans: readonly Span[];
      readonly equal: readonly number[];
    }
  /** With a geometry, as far as the asker may know of it: its own at any of these properties. */
  | { readonly is: 'placed'; readonly props: readonly string[] }
  /** Distinct item numbers: `$id`, `ids`, text hits. */
  | { readonly is: 'numbers'; readonly numbers: Int32Array }
  /** In web mercator. */
  | { readonly is: 'boxes'; readonly boxes: readonly Box[] }
  /** `onEdge`: numbers of the items with a geometry on the edge of an area that meets it, which boxes cannot tell. */
  | { readonly is: 'areas'; readonly areas: readonly Area[]; readonly onEdge: Int32Array }
  | { readonly is: 'not'; readonly filter: FilterPlan }
  | { readonly is: 'hop'; readonly prop: string; readonly targets: readonly TargetFilter[]; readonly none: boolean }
  | { readonly is: 'sub'; readonly relations: readonly SubRelation[] };

export interface TargetFilter {
  readonly type: number;
  readonly some: FilterPlan;
  /** Holds for targets that have a value at all. */
  readonly any: FilterPlan;
}

export interface SubRelation {
  readonly direction: 'forward' | 'inverse';
  readonly prop: string;
  readonly tables: readonly ConditionPlan[];
}

/** Which rows of one type match. */
export interface ConditionPlan {
  readonly type: number;
  readonly must: readonly MustPlan[];
  readonly should: readonly FilterPlan[];
  readonly minShould: number;
  readonly mustNot: readonly FilterPlan[];
}

export interface MustPlan {
  readonly filter: FilterPlan;
  /** Index of the facet whose own filter this is, or -1. */
  readonly facet: number;
}

export type SourcePlan =
  | { readonly from: 'type' }
  | { readonly from: 'terms'; readonly prop: string }
  | { readonly from: 'spans'; readonly path: string; readonly buckets: readonly Span[] }
  | { readonly from: 'clock'; readonly path: string }
  | { readonly from: 'counted'; readonly count: CountPlan; readonly buckets: readonly Span[] }
  /** 1 for rows that pass, 0 for the others. */
  | { readonly from: 'test'; readonly filter: FilterPlan }
  | {
      readonly from: 'hop';
      readonly prop: string;
      readonly targets: readonly { readonly type: number; readonly source: SourcePlan }[];
    };

/** By item number; both lists are of the same length. */
export interface TextScores {
  readonly numbers: readonly number[];
  readonly scores: readonly number[];
}

export type SortSource =
  | { readonly from: 'none' }
  | { readonly from: 'value'; readonly path: string }
  | { readonly from: 'counted'; readonly count: CountPlan }
  /** How well the typed text matches; items without a score match least. */
  | { readonly from: 'scores'; readonly scores: TextScores }
  | {
      readonly from: 'hop';
      readonly prop: string;
      readonly targets: readonly { readonly type: number; readonly source: SortSource }[];
    };

export interface TypePlan extends ConditionPlan {
  /** Per facet of the query; undefined where the type does not have it. */
  readonly facets: readonly (SourcePlan | undefined)[];
  readonly sort: readonly SortSource[];
  /** Where start and end of an item come from, when they are asked for. */
  readonly times?: readonly SortSource[];
}

/** Values of a sort key, null for none. */
export type SortKeyValue = number | string | null;

/** At most so many values of a facet are counted for an answer. */
export const MOST_VALUES = 10_000;

/** How many values of a facet leave the columns, most frequent first. */
export interface FacetLimit {
  readonly max: number;
  /** Also those that are as frequent as the last, since their order needs their words. */
  readonly ties: boolean;
}

/** One branch of the tree of a type. */
export interface TreePlan {
  readonly type: number;
  readonly prop: string;
  /** The relation leads from the item above to those below it. */
  readonly down: boolean;
  /** Number of the item above; undefined for the beginning of the tree. */
  readonly under: number | undefined;
  /** In place of a branch: all that stands above the item of this number. */
  readonly above?: number | undefined;
}

export interface SearchPlan {
  readonly mask: MaskPlan;
  readonly now: number;
  /** Epoch ms at which the evaluation gives up. */
  readonly deadline: number;
  readonly types: readonly TypePlan[];
  readonly facetLimits: readonly FacetLimit[];
  readonly descending: readonly boolean[];
  readonly max: number;
  readonly after: { readonly values: readonly SortKeyValue[]; readonly n: number } | undefined;
  readonly tree?: TreePlan | undefined;
  /** Places of two facets whose values are counted together. */
  readonly pairs?: readonly FacetPair[] | undefined;
}

export type FacetPair = readonly [facet: number, by: number];

/** How many rows have both values; null for none. */
export interface PairCount {
  readonly value: number | string | null;
  readonly by: number | string | null;
  readonly count: number;
}

/** A counted value: a term id, a bucket's index, a type number or a clock word, by the facet's source. */
export interface FacetCounts {
  readonly values: readonly (number | string)[];
  readonly counts: readonly number[];
  readonly none: number;
  readonly more: number;
}

export interface SearchResult {
  readonly types: Int32Array;
  readonly numbers: Int32Array;
  readonly total: number;
  /** The number of rows before the first of these in the order. */
  readonly before: number;
  readonly facets: readonly FacetCounts[];
  /** By the pairs of the plan. */
  readonly pairs: readonly (readonly PairCount[])[];
  /** Start and end of each row in their order, NaN for none; absent when they were not asked for. */
  readonly times?: Float64Array;
  /** Of a branch, for each row: how many stand below it, and whether it matches by itself. */
  readonly tree?: readonly { readonly below: number; readonly found: boolean }[];
  /** Where the last id stands in the order, when more follow. */
  readonly last: { readonly values: readonly SortKeyValue[]; readonly n: number } | undefined;
}
