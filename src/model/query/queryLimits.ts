// Bounds of one query (PROTOCOL 5) beside those that its schema states: sums over the whole query, pages, facets.

export const QUERY_LIMITS = {
  subs: 5,
  depth: 4,
  /** Filter keys. */
  keys: 100,
  /** Typed texts: each is a search of its own. */
  texts: 20,
  values: 1000,
  /** Areas: each is compared with what lies on its edge. */
  areas: 10,
  /** Facet values in one answer. */
  facetMax: 1000,
  facetDefault: 50,
  pageDefault: 50,
  /** "All": more than this is never listed (spec domain 9: at most 1e5). */
  cap: 100_000,
} as const;
