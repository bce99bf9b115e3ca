// A query from outside as a checked value: its shape and its bounds. Which keys may be asked is queryKeys' matter.
// Throws `invalid` with JSON pointers; never looks at data.

import type { FilterValue, Filters, InvalidEntry, Query } from 'src/model/generated/wire.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';

interface Count {
  subs: number;
  facets: number;
  keys: number;
  texts: number;
  values: number;
}

const MEMBERS = new Set([
  'must',
  'should',
  'mustNot',
  'minShould',
  'subs',
  'subsShould',
  'sort',
  'facets',
  'labels',
  'max',
  'after',
  'ids',
]);
/** Of no meaning inside a sub-query, and so refused there. */
const OUTER_ONLY = ['sort', 'facets', 'labels', 'max', 'after'];

const refuse = (path: string, message: string, params?: InvalidEntry['params']): never => {
  throw invalid([params ? { path, message, params } : { path, message }]);
};

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const members = (value: unknown, path: string): Members =>
  isMembers(value) ? value : refuse(path, 'errors.query.object');
const list = (value: unknown, path: string): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : refuse(path, 'errors.query.list');
const pointer = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const isBound = (value: unknown): boolean =>
  value === undefined || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

const isFilterValue = (value: unknown): value is FilterValue => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (!isMembers(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.length > 0 && keys.every((key) => key === 'from' || key === 'to') && isBound(value.from) && isBound(value.to)
  );
};

const checkFilters = (value: unknown, path: string, count: Count): void => {
  for (const [key, values] of Object.entries(members(value, path))) {
    const at = pointer(path, key);
    const wanted = list(values, at);
    count.keys += 1;
    if (count.keys > QUERY_LIMITS.keys) refuse(at, 'errors.query.tooMany', { max: QUERY_LIMITS.keys });
    count.values += wanted.length;
    if (count.values > QUERY_LIMITS.values) refuse(at, 'errors.query.tooMany', { max: QUERY_LIMITS.values });
    if (key === 'text') count.texts += wanted.length;
    if (count.texts > QUERY_LIMITS.texts) refuse(at, 'errors.query.tooMany', { max: QUERY_LIMITS.texts });
    wanted.forEach((each, index) => {
      if (!isFilterValue(each)) refuse(pointer(at, index), 'errors.query.value');
      if (key === 'text' && (typeof each !== 'string' || each.length > QUERY_LIMITS.textLength))
        refuse(pointer(at, index), 'errors.query.value');
    });
  }
};

const checkSubs = (value: unknown, path: string, depth: number, count: Count): void => {
  for (const [key, sub] of Object.entries(members(value, path))) {
    if (key.length > QUERY_LIMITS.keyLength) refuse(path, 'errors.query.unknownKey');
    const at = pointer(path, key);
    count.subs += 1;
    if (count.subs > QUERY_LIMITS.subs) refuse(at, 'errors.query.tooMany', { max: QUERY_LIMITS.subs });
    checkQuery(sub, at, depth + 1, count);
  }
};

const checkSort = (value: unknown, path: string): void => {
  const sorts = list(value, path);
  if (sorts.length > QUERY_LIMITS.sorts) refuse(path, 'errors.query.tooMany', { max: QUERY_LIMITS.sorts });
  sorts.forEach((sort, index) => {
    const at = pointer(path, index);
    const { key, order, ...rest } = members(sort, at);
    if (typeof key !== 'string' || (order !== 'asc' && order !== 'desc') || Object.keys(rest).length > 0)
      refuse(at, 'errors.query.value');
  });
};

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

const checkFacets = (value: unknown, path: string, count: Count): void => {
  const facets = list(value, path);
  count.facets += facets.length;
  if (count.facets > QUERY_LIMITS.facets) refuse(path, 'errors.query.tooMany', { max: QUERY_LIMITS.facets });
  facets.forEach((facet, index) => {
    if (typeof facet === 'string') return;
    const at = pointer(path, index);
    const { key, max, text, ...rest } = members(facet, at);
    const fine =
      typeof key === 'string' &&
      (max === undefined || isCount(max)) &&
      (text === undefined || typeof text === 'string');
    if (!fine || Object.keys(rest).length > 0) refuse(at, 'errors.query.value');
  });
};

const checkIds = (value: unknown, path: string, count: Count): void => {
  const ids = list(value, path);
  count.values += ids.length;
  if (count.values > QUERY_LIMITS.values) refuse(path, 'errors.query.tooMany', { max: QUERY_LIMITS.values });
  ids.forEach((id, index) => {
    if (!isItemId(id)) refuse(pointer(path, index), 'errors.query.value');
  });
};

const checkQuery = (value: unknown, path: string, depth: number, count: Count): void => {
  if (depth > QUERY_LIMITS.depth) refuse(path, 'errors.query.tooDeep', { max: QUERY_LIMITS.depth });
  const query = members(value, path);
  for (const key of Object.keys(query)) {
    if (!MEMBERS.has(key) || (depth > 1 && OUTER_ONLY.includes(key)))
      refuse(pointer(path, key), 'errors.query.unknownKey');
  }
  for (const key of ['must', 'should', 'mustNot'] as const)
    if (query[key] !== undefined) checkFilters(query[key], pointer(path, key), count);
  for (const key of ['subs', 'subsShould'] as const)
    if (query[key] !== undefined) checkSubs(query[key], pointer(path, key), depth, count);
  if (query.sort !== undefined) checkSort(query.sort, pointer(path, 'sort'));
  if (query.facets !== undefined) checkFacets(query.facets, pointer(path, 'facets'), count);
  if (query.ids !== undefined) checkIds(query.ids, pointer(path, 'ids'), count);
  for (const key of ['max', 'minShould'] as const)
    if (query[key] !== undefined && !isCount(query[key])) refuse(pointer(path, key), 'errors.query.value');
  if (query.labels !== undefined && typeof query.labels !== 'boolean')
    refuse(pointer(path, 'labels'), 'errors.query.value');
  if (query.after !== undefined && typeof query.after !== 'string')
    refuse(pointer(path, 'after'), 'errors.query.value');
};

/** The body of `search/ids`; an absent body asks for everything. */
export const parseQuery = (body: unknown): Query => {
  const query = body ?? {};
  checkQuery(query, '', 1, { subs: 0, facets: 0, keys: 0, texts: 0, values: 0 });
  return query as Query;
};

/** The values of a key as filters give them; undefined when the key is not asked. */
export const valuesOf = (filters: Filters | undefined, key: string): readonly FilterValue[] | undefined =>
  filters && Object.hasOwn(filters, key) ? filters[key] : undefined;
