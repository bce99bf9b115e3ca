// Limits of one query in addition to those of its schema: sums over the whole query, pages, facets.

export const QUERY_LIMITS = {
  subs: 5,
  depth: 4,
  /** Filter keys. */
  keys: 100,
  /** Typed texts, of which each is a search of its own. */
  texts: 20,
  values: 1000,
  /** Areas, of which each is compared with the geometries on its edge. */
  areas: 10,
  /** Facet values in one answer. */
  facetMax: 1000,
  facetDefault: 50,
  pageDefault: 50,
  /** Maximum number of listed items, also for "all". */
  cap: 100_000,
} as const;
