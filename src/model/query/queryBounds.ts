// Limits that the schema of a query cannot express: sums over the whole query including sub-queries, so that nesting does not bypass them.
// The operation `search` checks them after the schema; queryKeys checks the keys.

import type { Filters, Query, SubQuery } from 'src/model/generated/wire.ts';
import { invalid } from 'src/model/problems.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';

type Counted = 'subs' | 'keys' | 'texts' | 'areas' | 'values';

interface Bounds {
  add(what: Counted, amount: number, path: string): void;
}

const throwTooMany = (path: string, message: string, max: number): never => {
  throw invalid([{ path, message, params: { max } }]);
};

const createBounds = (): Bounds => {
  const counts: Record<Counted, number> = { subs: 0, keys: 0, texts: 0, areas: 0, values: 0 };
  return {
    add(what, amount, path) {
      counts[what] += amount;
      if (counts[what] > QUERY_LIMITS[what]) throwTooMany(path, 'errors.query.tooMany', QUERY_LIMITS[what]);
    },
  };
};

const pointer = (path: string, key: string): string => `${path}${pointerStep(key)}`;

const countFilters = (filters: Filters, path: string, bounds: Bounds): void => {
  for (const [key, values] of Object.entries(filters)) {
    const at = pointer(path, key);
    bounds.add('keys', 1, at);
    bounds.add('values', values.length, at);
    if (key === 'text') bounds.add('texts', values.length, at);
    if (key === 'inArea' || key.endsWith('.inArea')) bounds.add('areas', values.length, at);
  }
};

interface Place {
  readonly path: string;
  readonly depth: number;
}

const countQuery = (query: SubQuery, { path, depth }: Place, bounds: Bounds): void => {
  if (depth > QUERY_LIMITS.depth) throwTooMany(path, 'errors.query.tooDeep', QUERY_LIMITS.depth);
  for (const part of ['must', 'should', 'mustNot'] as const)
    countFilters(query[part] ?? {}, pointer(path, part), bounds);
  bounds.add('values', query.ids?.length ?? 0, pointer(path, 'ids'));
  for (const part of ['subs', 'subsShould'] as const)
    for (const [key, sub] of Object.entries(query[part] ?? {})) {
      const at = pointer(pointer(path, part), key);
      bounds.add('subs', 1, at);
      countQuery(sub, { path: at, depth: depth + 1 }, bounds);
    }
};

/** Throws `invalid` with the position at which a limit of the whole query is exceeded. */
export const refuseUnbounded = (query: Query): void => countQuery(query, { path: '', depth: 1 }, createBounds());
