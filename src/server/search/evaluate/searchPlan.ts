// A query for the worker: resolved keys, values as term ids and numbers, one plan per item type. Plain data, created by plan/ on the main
// thread. The worker decides nothing about keys or rights except by the mask.

import type { Area } from 'src/model/geo/geoJson.ts';
import type { Box } from 'src/model/geo/box.ts';
import type { Span } from 'src/model/query/buckets.ts';
import type { AskedText } from 'src/server/search/text/textMatches.ts';

export interface MaskPlan {
  readonly bits: Uint8Array;
  readonly known: number;
  readonly admin: boolean;
}

/** Counts visible items that a row names in a relation, or that name it in rows of these types. */
export interface CountPlan {
  readonly prop: string;
  /** Type numbers of rows that name it; undefined when the row itself names them. */
  readonly by: readonly number[] | undefined;
  /** Relation of these rows to items that name it in turn. */
  readonly through?: string | undefined;
}

/** `none`: items without a value also match. */
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
  /** Matches rows with any of these terms in any relation. */
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
  /** Matches rows with a geometry visible to the asker in any of these properties. */
  | { readonly is: 'placed'; readonly props: readonly string[] }
  /** Matches rows with any of these texts. */
  | { readonly is: 'text'; readonly texts: readonly AskedText[] }
  /** Distinct item numbers: `$id`, `ids`. */
  | { readonly is: 'numbers'; readonly numbers: Int32Array }
  /** Web mercator. */
  | { readonly is: 'boxes'; readonly boxes: readonly Box[] }
  /** `onEdge`: numbers of the items with a geometry on the edge of an area that meets it, which boxes cannot decide. */
  | { readonly is: 'areas'; readonly areas: readonly Area[]; readonly onEdge: Int32Array }
  | { readonly is: 'not'; readonly filter: FilterPlan }
  /** Matches rows that pass this number of filters. */
  | { readonly is: 'some'; readonly filters: readonly FilterPlan[]; readonly least: number }
  | { readonly is: 'hop'; readonly prop: string; readonly targets: readonly TargetFilter[]; readonly none: boolean }
  | { readonly is: 'sub'; readonly relations: readonly SubRelation[] };

export interface TargetFilter {
  readonly type: number;
  readonly some: FilterPlan;
  /** True for targets with any value. */
  readonly any: FilterPlan;
}

export interface SubRelation {
  readonly direction: 'forward' | 'inverse';
  readonly prop: string;
  readonly tables: readonly ConditionPlan[];
}

/** Selects the matching rows of one type. */
export interface ConditionPlan {
  readonly type: number;
  readonly must: readonly MustPlan[];
  readonly should: readonly FilterPlan[];
  readonly minShould: number;
  readonly mustNot: readonly FilterPlan[];
}

export interface MustPlan {
  readonly filter: FilterPlan;
  /** Index of the facet with this filter, or -1. */
  readonly facet: number;
}

export type SourcePlan =
  | { readonly from: 'type' }
  | { readonly from: 'terms'; readonly prop: string }
  | {
      readonly from: 'spans';
      readonly path: string;
      readonly buckets: readonly Span[];
      /** Rows that the buckets count; all rows by default. */
      readonly while?: FilterPlan | undefined;
    }
  | { readonly from: 'clock'; readonly path: string }
  | { readonly from: 'counted'; readonly count: CountPlan; readonly buckets: readonly Span[] }
  /** 1 for rows that pass, 0 for others. */
  | { readonly from: 'test'; readonly filter: FilterPlan }
  | {
      readonly from: 'hop';
      readonly prop: string;
      readonly targets: readonly { readonly type: number; readonly source: SourcePlan }[];
    };

/** Parallel lists, ordered by item number. */
export interface TextScores {
  readonly numbers: readonly number[];
  readonly scores: readonly number[];
}

export type SortSource =
  | { readonly from: 'none' }
  | { readonly from: 'value'; readonly path: string }
  /** First moment of a value that covers several days, or the first moment after it. */
  | { readonly from: 'edge'; readonly path: string; readonly edge: 'start' | 'end' }
  /** Distance of a date from the day, in which all earlier days are farther than all later ones. */
  | { readonly from: 'nearest'; readonly path: string; readonly day: number }
  | { readonly from: 'counted'; readonly count: CountPlan }
  /** Score of the typed text; items without a score come last. */
  | { readonly from: 'scores'; readonly scores: TextScores }
  | {
      readonly from: 'hop';
      readonly prop: string;
      readonly targets: readonly { readonly type: number; readonly source: SortSource }[];
    };

export interface TypePlan extends ConditionPlan {
  /** Source per facet of the query; undefined when the type does not have it. */
  readonly facets: readonly (SourcePlan | undefined)[];
  readonly sort: readonly SortSource[];
  /** Sources of start and end of an item, if requested. */
  readonly times?: readonly SortSource[];
}

/** Value of a sort key; null for none. */
export type SortKeyValue = number | string | null;

/** Maximum number of values of a facet that are counted for an answer. */
export const MOST_VALUES = 10_000;

/** Limit of a facet's values, most frequent first. */
export interface FacetLimit {
  readonly max: number;
  /** True to include values as frequent as the last one, since their order needs their words. */
  readonly ties: boolean;
}

/** One branch of the tree of a type. */
export interface TreePlan {
  readonly type: number;
  readonly prop: string;
  /** True when the relation leads from parent to children. */
  readonly down: boolean;
  /** Number of the parent; undefined for the roots. */
  readonly under: number | undefined;
  /** Returns all ancestors of the item with this number instead of a branch. */
  readonly above?: number | undefined;
}

export interface SearchPlan {
  readonly mask: MaskPlan;
  readonly now: number;
  /** Time in epoch ms after which the evaluation stops. */
  readonly deadline: number;
  readonly types: readonly TypePlan[];
  readonly facetLimits: readonly FacetLimit[];
  readonly descending: readonly boolean[];
  readonly max: number;
  /** Replaces words without a match by similar ones. */
  readonly forgiving: boolean;
  readonly after: { readonly values: readonly SortKeyValue[]; readonly n: number } | undefined;
  readonly tree?: TreePlan | undefined;
  /** Indices of two facets whose values are counted together. */
  readonly pairs?: readonly FacetPair[] | undefined;
}

export type FacetPair = readonly [facet: number, by: number];

/** Number of rows with both values; null for none. */
export interface PairCount {
  readonly value: number | string | null;
  readonly by: number | string | null;
  readonly count: number;
}

/** A counted value: a term id, bucket index, type number or clock word, by the facet's source. */
export interface FacetCounts {
  readonly values: readonly (number | string)[];
  readonly counts: readonly number[];
  readonly none: number;
  readonly more: number;
}

/** A word of a typed text that no visible item contains. */
export interface ReplacedWord {
  readonly word: string;
  /** Similar words that visible items contain, the most similar one first. */
  readonly by: readonly string[];
}

export interface SearchResult {
  readonly replaced: readonly ReplacedWord[];
  readonly types: Int32Array;
  readonly numbers: Int32Array;
  readonly total: number;
  /** Number of rows before the first of these in the order. */
  readonly before: number;
  readonly facets: readonly FacetCounts[];
  /** Counts by the pairs of the plan. */
  readonly pairs: readonly (readonly PairCount[])[];
  /** Start and end of each row in order, NaN for none; absent unless requested. */
  readonly times?: Float64Array;
  /** Descendants of each row in a branch, and whether it matches itself. */
  readonly tree?: readonly { readonly below: number; readonly found: boolean }[];
  /** Position of the last id in the order, when more follow. */
  readonly last: { readonly values: readonly SortKeyValue[]; readonly n: number } | undefined;
}
