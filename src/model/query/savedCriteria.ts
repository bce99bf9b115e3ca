// Criteria of a saved search item: filters, groups of filters and alternatives. Every filter of `filters`, every group of `groups` and at
// least one group of `groupsShould` must match. A group with a relation applies to related items; one without applies to the found item
// itself. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import type { Filters, Query, SubQuery } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { readValue, type Chosen } from 'src/model/query/facetValues.ts';
import { FACET_KINDS } from 'src/model/schema/TypeView.ts';

type Properties = Readonly<Record<string, Json | undefined>>;

/** One chosen property in `selectedFacets` of the item. */
export type SavedFacet = {
  readonly key: string;
  readonly values: readonly string[];
};

export type SavedFilter = {
  readonly prop: string;
  /** Kind of the facet with such values. */
  readonly kind: string;
  readonly value?: readonly string[];
};

export type SavedGroup = {
  readonly relation?: string;
  readonly filters: readonly SavedFilter[];
};

/** Part of a search that chosen values cannot express. */
export type Conditions = {
  readonly groups: readonly SavedGroup[];
  readonly groupsShould: readonly SavedGroup[];
};

export interface Criteria {
  readonly text: string;
  /** Chosen facets and the filters on the found item itself. */
  readonly chosen: Chosen;
  /** Absent when chosen values express everything. */
  readonly conditions?: Conditions;
}

export interface CriteriaFault {
  readonly path: string;
  readonly message: string;
}

interface Placed {
  readonly path: string;
  readonly key: string;
  readonly values: readonly string[];
}

const facetsIn = ({ selectedFacets }: Properties): readonly SavedFacet[] =>
  (selectedFacets ?? []) as readonly SavedFacet[];

interface RawCriteria {
  readonly filters?: readonly SavedFilter[];
  readonly groups?: readonly SavedGroup[];
  readonly groupsShould?: readonly SavedGroup[];
}

const rawOf = ({ criteria }: Properties): RawCriteria => (criteria ?? {}) as RawCriteria;

const filtersAt = (filters: readonly SavedFilter[], path: string): readonly Placed[] =>
  filters.map(({ prop, value = [] }, at) => ({ path: `${path}/${at}`, key: prop, values: value }));

/** Returns all conditions on the found item itself. */
const ownFilters = (saved: Properties): readonly Placed[] => {
  const { filters = [], groups = [] } = rawOf(saved);
  return [
    ...facetsIn(saved).map(({ key, values }, at) => ({ path: `/selectedFacets/${at}`, key, values })),
    ...filtersAt(filters, '/criteria/filters'),
    ...groups.flatMap((group, at) =>
      group.relation === undefined ? filtersAt(group.filters, `/criteria/groups/${at}/filters`) : [],
    ),
  ];
};

const readAll = (values: readonly string[]) =>
  values.map(readValue).filter((value): value is NonNullable<typeof value> | null => value !== undefined);

/** Splits a saved search into its parts. Call `criteriaFaults` first: refused criteria have no meaning here. */
export const criteriaOf = (saved: Properties): Criteria => {
  const { groups = [], groupsShould = [] } = rawOf(saved);
  const related = groups.filter(({ relation }) => relation !== undefined);
  return {
    text: typeof saved['searchString'] === 'string' ? saved['searchString'] : '',
    chosen: Object.fromEntries(ownFilters(saved).map(({ key, values }) => [key, readAll(values)])),
    ...(related.length + groupsShould.length > 0 && { conditions: { groups: related, groupsShould } }),
  };
};

const unreadable = (values: readonly string[], path: string): readonly CriteriaFault[] =>
  values.flatMap((value, at) =>
    readValue(value) === undefined ? [{ path: `${path}/${at}`, message: 'errors.query.value' }] : [],
  );

const filterFaults = (filters: readonly SavedFilter[], path: string): readonly CriteriaFault[] =>
  filters.flatMap(({ kind, value = [] }, at) => [
    ...((FACET_KINDS as readonly string[]).includes(kind)
      ? []
      : [{ path: `${path}/${at}/kind`, message: 'errors.query.value' }]),
    // An absent or empty value matches everything, so it is not a condition.
    ...(value.length === 0 ? [{ path: `${path}/${at}/value`, message: 'errors.required' }] : []),
    ...unreadable(value, `${path}/${at}/value`),
  ]);

const twice = (entries: readonly { readonly path: string; readonly key: string }[]): readonly CriteriaFault[] =>
  entries.flatMap(({ path, key }, at) =>
    entries.slice(0, at).some((earlier) => earlier.key === key) ? [{ path, message: 'errors.savedSearch.twice' }] : [],
  );

const related = (groups: readonly SavedGroup[], path: string) =>
  groups.flatMap(({ relation }, at) => (relation === undefined ? [] : [{ path: `${path}/${at}`, key: relation }]));

/** Returns criteria that cannot be expressed exactly: a query names each property and each relation once. */
export const criteriaFaults = (saved: Properties): readonly CriteriaFault[] => {
  const { filters = [], groups = [], groupsShould = [] } = rawOf(saved);
  const inGroups = (all: readonly SavedGroup[], path: string): readonly CriteriaFault[] => [
    ...all.flatMap((group, at) => [
      ...filterFaults(group.filters, `${path}/${at}/filters`),
      ...(group.relation === undefined ? [] : twice(filtersAt(group.filters, `${path}/${at}/filters`))),
      ...(group.relation === undefined && group.filters.length === 0
        ? [{ path: `${path}/${at}/filters`, message: 'errors.required' }]
        : []),
    ]),
    ...twice(related(all, path)),
  ];
  return [
    ...facetsIn(saved).flatMap(({ values }, at) => unreadable(values, `/selectedFacets/${at}/values`)),
    ...filterFaults(filters, '/criteria/filters'),
    ...inGroups(groups, '/criteria/groups'),
    ...inGroups(groupsShould, '/criteria/groupsShould'),
    ...twice(ownFilters(saved)),
    ...groupsShould.flatMap((group, at) =>
      group.relation === undefined && group.filters.length > 1
        ? [{ path: `/criteria/groupsShould/${at}`, message: 'errors.savedSearch.oneFilter' }]
        : [],
    ),
  ];
};

const isFilter = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['prop'] === 'string' &&
  Array.isArray(value['value']) &&
  value['value'].every((each) => typeof each === 'string');

const isGroup = (value: unknown): value is SavedGroup =>
  isRecord(value) &&
  (value['relation'] === undefined || typeof value['relation'] === 'string') &&
  Array.isArray(value['filters']) &&
  value['filters'].every(isFilter);

const areConditions = (value: unknown): value is Conditions =>
  isRecord(value) &&
  [value['groups'], value['groupsShould']].every((groups) => Array.isArray(groups) && groups.every(isGroup)) &&
  criteriaFaults({ criteria: value as Json }).length === 0;

/** Conditions that a search refuses. They replace malformed ones, because ignoring those would silently widen the search. */
const UNREADABLE: Conditions = { groups: [{ relation: '?', filters: [] }], groupsShould: [] };

/** Reads conditions from an address. */
export const readConditions = (text: string | null): Conditions | undefined => {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return areConditions(value) ? value : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
};

const savedFilters = (filters: readonly SavedFilter[]): Filters =>
  Object.fromEntries(filters.map(({ prop, value = [] }) => [prop, readAll(value)]));

const subsOf = (groups: readonly SavedGroup[]): Readonly<Record<string, SubQuery>> =>
  Object.fromEntries(
    groups.flatMap(({ relation, filters }) =>
      relation === undefined ? [] : [[relation, { must: savedFilters(filters) }]],
    ),
  );

/** Returns the alternatives for the found item itself; several of one property become one list of values. */
const alternatives = (groups: readonly SavedGroup[]): Filters => {
  const found = new Map<string, Filters[string]>();
  for (const { relation, filters } of groups)
    if (relation === undefined)
      for (const { prop, value = [] } of filters) found.set(prop, [...(found.get(prop) ?? []), ...readAll(value)]);
  return Object.fromEntries(found);
};

export interface PlacedKey {
  readonly path: string;
  readonly key: string;
  /** Relation whose targets have the key; absent for the found item itself. */
  readonly relation?: string;
}

/** Returns every key and relation in `criteria`, with its position in the item. */
export const keysInCriteria = (
  saved: Properties,
): { readonly keys: readonly PlacedKey[]; readonly relations: readonly PlacedKey[] } => {
  const { filters = [], groups = [], groupsShould = [] } = rawOf(saved);
  const placed = [
    ...groups.map((group, at) => ({ group, path: `/criteria/groups/${at}` })),
    ...groupsShould.map((group, at) => ({ group, path: `/criteria/groupsShould/${at}` })),
  ];
  const keysAt = (all: readonly SavedFilter[], path: string, relation?: string): readonly PlacedKey[] =>
    all.map(({ prop }, at) => ({ path: `${path}/${at}/prop`, key: prop, ...(relation !== undefined && { relation }) }));
  return {
    keys: [
      ...keysAt(filters, '/criteria/filters'),
      ...placed.flatMap(({ group, path }) => keysAt(group.filters, `${path}/filters`, group.relation)),
    ],
    relations: placed.flatMap(({ group: { relation }, path }) =>
      relation === undefined ? [] : [{ path: `${path}/relation`, key: relation }],
    ),
  };
};

export type ConditionQuery = Pick<Query, 'subs' | 'should' | 'subsShould'>;

/** Converts conditions to members of a query. */
export const conditionQuery = (conditions: Conditions | undefined): ConditionQuery => {
  if (!conditions) return {};
  const parts = {
    subs: subsOf(conditions.groups),
    should: alternatives(conditions.groupsShould),
    subsShould: subsOf(conditions.groupsShould),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
};
