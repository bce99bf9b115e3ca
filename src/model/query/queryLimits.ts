// Bounds of one query (wire contract 5). Counted over the whole query, sub-queries included, so that nesting buys nothing.

export const QUERY_LIMITS = {
  subs: 5,
  depth: 4,
  facets: 20,
  /** Filter keys. */
  keys: 100,
  keyLength: 200,
  /** Typed texts: each is a search of its own. */
  texts: 20,
  values: 1000,
  /** Facet values in one answer. */
  facetMax: 1000,
  facetDefault: 50,
  pageDefault: 50,
  /** "All": more than this is never listed (spec domain 9: at most 1e5). */
  cap: 100_000,
  sorts: 8,
  textLength: 1000,
} as const;
