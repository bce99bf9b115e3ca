// Options of a listing, from the declarations: types, fixed filters, facets, sorts, displays and creatable types. Pure.

import type { Filters, Query, SessionUser } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { askedTypes, mayCreate } from 'src/model/listing/mayCreate.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ItemType, Registry, Screen } from 'src/model/schema/Registry.ts';
import { DISPLAY_FACTS, DISPLAY_MODES, type DisplayMode } from 'src/model/generated/displays.ts';
import type { Facet, ShippedSearch, Sort } from 'src/model/schema/TypeView.ts';
import { BEST_MATCH, isBaseKey } from 'src/model/query/queryKeys.ts';
import { asFilters, filtersFor, goesWith, mustOf } from 'src/model/query/screenFilters.ts';
import { searchTokens } from 'src/model/query/searchText.ts';
import { conditionQuery, type ConditionQuery } from 'src/model/query/savedCriteria.ts';
import { EMPTY_STATE, readState, type ListingState, type SortBy } from 'src/model/listing/listingState.ts';

export const RESULTS_PER_PAGE = 50;

/** The order while a text is typed, until another is chosen. */
const MATCH: Sort = { key: BEST_MATCH, path: BEST_MATCH, order: 'desc' };

export interface ListingPlan {
  /** Asks for no types in particular, until some are chosen. */
  readonly general?: true;
  /** Facets of each type of a general search, available once the type is chosen. */
  readonly ownFacets?: Readonly<Record<string, readonly Facet[]>>;
  /** Sorts of each type of a general search, available once the type is chosen. */
  readonly ownSorts?: Readonly<Record<string, readonly Sort[]>>;
  /** Path of the screen; absent if the listing is part of another page. */
  readonly screen?: string;
  readonly types: readonly ItemType[];
  readonly must: Filters;
  readonly mustNot: Filters;
  readonly facets: readonly Facet[];
  /** The relation whose items have facets of their own here. Their keys begin with its path. */
  readonly related?: { readonly path: string; readonly type: ItemType };
  readonly sorts: readonly Sort[];
  readonly displays: readonly DisplayMode[];
  readonly create: readonly ItemType[];
  /** Types of requests for what the reader may not create. */
  readonly asked?: readonly ItemType[];
  readonly initial: Readonly<Record<string, Json>>;
  readonly shipped: readonly ShippedSearch[];
  /** The message for a list that holds nothing. */
  readonly empty?: string;
  /** `further` are the sorts that follow the first one, until the reader chooses another. */
  readonly start: Pick<ListingState, 'chosen' | 'sort' | 'display'> & {
    readonly further: readonly SortBy[];
    /** Today, for a list that begins with the nearest day ahead. */
    readonly nearest?: string | undefined;
  };
}

const DEFAULT_SORT: SortBy = { key: 'created', order: 'desc' };
const BASE_SORTS: readonly Sort[] = [
  { key: 'created', path: 'created', order: 'desc' },
  { key: 'updated', path: 'updated', order: 'desc' },
];
/** Sort keys for signed-in people; visitors do not see names of people. */
const PERSON_SORTS: readonly Sort[] = [{ key: 'updatedBy', path: 'updatedBy', order: 'asc' }];

/** Returns the opening state of a screen as a filter, for counting. */
export const filterOf = ({ types, must, selected }: NonNullable<Screen['search']>, user: SessionUser): Filters => ({
  _t: types,
  ...filtersFor({ ...asFilters(selected), ...asFilters(must) }, user),
});

const mayUse = (facet: Facet, user: SessionUser | undefined): boolean => {
  if (user?.admin) return true;
  return facet.admin !== true && (facet.capability === undefined || user?.capabilities[facet.capability] === true);
};

/** Returns the entries that every listed type declares, so that each key is valid for all types. */
const shared = <T extends { readonly key: string }>(lists: readonly (readonly T[])[]): readonly T[] =>
  (lists[0] ?? []).filter(({ key }) => lists.every((list) => list.some((each) => each.key === key)));

/** For a visitor, a property of a stricter level does not exist: the server answers that its key is unknown. */
const isOpenTo = (user: SessionUser | undefined, types: readonly ItemType[], path: string): boolean =>
  user !== undefined || types.every(({ properties }) => (propertyAt(properties, path)?.level ?? 'PUBLIC') === 'PUBLIC');

const TYPE_FACET: Facet = { key: '_t', kind: 'SEL' };

const listedFacets = (types: readonly ItemType[], user: SessionUser | undefined): readonly Facet[] => {
  const declared = shared(types.map(({ view }) => view.facets)).filter(
    (facet) => mayUse(facet, user) && isOpenTo(user, types, facet.key),
  );
  return types.length === 1 || declared.some(({ key }) => key === '_t') ? declared : [TYPE_FACET, ...declared];
};

/** Returns the keys by which the reader may filter items of the type. */
export const openFilters = (type: ItemType, user: SessionUser | undefined): ReadonlySet<string> => {
  const declared = new Set(type.view.facets.map(({ key }) => key));
  const further = type.view.filters.filter((path) => !declared.has(path) && isOpenTo(user, [type], path));
  return new Set([...listedFacets([type], user).map(({ key }) => key), ...further]);
};

const sortsOf = (types: readonly ItemType[], user: SessionUser | undefined): readonly Sort[] => {
  const declared = shared(types.map(({ view }) => view.sorts)).filter(({ path }) => isOpenTo(user, types, path));
  const base = user ? [...BASE_SORTS, ...PERSON_SORTS] : BASE_SORTS;
  return [...declared, ...base.filter(({ key }) => !declared.some((sort) => sort.key === key))];
};

interface PlanFor {
  readonly registry: Registry;
  readonly user: SessionUser | undefined;
  /** Day of lists that begin with the nearest day ahead. If it is undefined, they are in their declared order. */
  readonly today?: string;
}

type RelatedSearch = NonNullable<NonNullable<Screen['search']>['related']>;

/** Returns the facets of related items that a screen declares, as the reader may use them. */
const relatedFacets = (related: RelatedSearch | undefined, { registry, user }: PlanFor): readonly Facet[] => {
  const type = registry.types[related?.type ?? ''];
  if (!related || !type) return [];
  const usable = listedFacets([type], user);
  return related.facets.flatMap((key) => {
    const facet = usable.find((each) => each.key === key);
    return facet ? [{ ...facet, key: `${related.path}.${key}` }] : [];
  });
};

/** Returns the type and the path of the property that a facet counts. */
export const facetSubject = (
  plan: Pick<ListingPlan, 'types' | 'related'>,
  key: string,
): { readonly type: ItemType | undefined; readonly path: string } => {
  const { related } = plan;
  if (related && key.startsWith(`${related.path}.`))
    return { type: related.type, path: key.slice(related.path.length + 1) };
  const declaring = plan.types.find(({ view }) => view.facets.some((facet) => facet.key === key));
  return { type: declaring ?? plan.types[0], path: key };
};

export const planOf = (search: NonNullable<Screen['search']>, { registry, user, today }: PlanFor): ListingPlan => {
  const named = search.types.length > 0 ? search.types : Object.keys(registry.types);
  const types = named.flatMap((name) => registry.types[name] ?? []);
  const sorts = sortsOf(types, user);
  const [first, ...further] = (search.sort ?? []).filter(({ key }) => sorts.some((each) => each.key === key));
  const sort = first && { key: first.key, order: first.order };
  const displays = DISPLAY_MODES.filter(
    (mode) =>
      types.every(({ view }) => view.displays.includes(mode)) && (!DISPLAY_FACTS[mode].oneType || types.length === 1),
  );
  const must = filtersFor(asFilters(search.must), user);
  const mustNot = filtersFor(asFilters(search.mustNot), user);
  const shipped = types.length === 1 ? (types[0]?.view.saved ?? []) : [];
  const related = registry.types[search.related?.type ?? ''];
  const { create: creates = [] } = search;
  const create = creates.flatMap((name) => registry.types[name] ?? []).filter((type) => mayCreate(type, user));
  const asked = askedTypes(registry, user, creates).map(({ type }) => type);
  return {
    types,
    must,
    mustNot,
    facets: [...listedFacets(types, user), ...relatedFacets(search.related, { registry, user })],
    ...(search.related && related && { related: { path: search.related.path, type: related } }),
    sorts,
    displays: displays.length > 0 ? displays : [DISPLAY_MODES[0]],
    create,
    ...(create.length === 0 && asked.length > 0 && { asked }),
    initial: search.initial ?? {},
    shipped: shipped.filter(({ selected }) => goesWith(asFilters(selected), { must, mustNot })),
    start: {
      ...{ chosen: asFilters(search.selected), sort, further, display: search.display },
      ...(first?.nearest === true && { nearest: today }),
    },
  };
};

const isOwnerFacet = (type: ItemType, { key }: Facet, owner: string | undefined): boolean =>
  type.properties[key]?.rel?.to.some((name) => name === '$owner' || name === owner) === true;

/** Everything that the reader may see, of the types that people make; what all have in common narrows it. */
export const generalPlan = (context: PlanFor, search?: Screen['search']): ListingPlan => {
  const { registry, user } = context;
  const types = Object.values(registry.types).filter((type) => !type.excludeGeneralSearch);
  const owner = types.flatMap((type) =>
    type.view.facets.filter((facet) => isOwnerFacet(type, facet, registry.ownerType)),
  )[0];
  return {
    ...planOf({ ...search, types: types.map(({ name }) => name) }, context),
    general: true,
    ownFacets: Object.fromEntries(types.map((type) => [type.name, listedFacets([type], user)])),
    ownSorts: Object.fromEntries(types.map((type) => [type.name, sortsOf([type], user)])),
    // Everything that a visitor finds is public, and its owner may be hidden.
    facets: user ? [TYPE_FACET, { key: 'visibility', kind: 'LEVEL' }, ...(owner ? [owner] : [])] : [TYPE_FACET],
    displays: DISPLAY_MODES.filter(
      (mode) => !DISPLAY_FACTS[mode].oneType && types.some(({ view }) => view.displays.includes(mode)),
    ),
  };
};

/** Facets of a screen that lists everything: who created a record, and when. A search of everything leaves them out to answer sooner. */
const CREATION_FACETS: readonly Facet[] = [
  { key: 'createdBy', kind: 'REL' },
  { key: 'created', kind: 'RANGE', buckets: 'created' },
];

/** Returns the plan of the listing of a screen. A screen that names no type lists everything. */
export const screenPlan = ({ path, search }: Screen, reader: PlanFor): ListingPlan => {
  if (search?.types.length !== 0) return { ...planOf(search ?? { types: [] }, reader), screen: path };
  const plan = generalPlan(reader, search);
  return { ...plan, facets: [...plan.facets, ...CREATION_FACETS], screen: path };
};

const filtersFrom = (
  plan: ListingPlan,
  { chosen, text, conditions }: ListingState,
): Pick<Query, 'must'> & ConditionQuery => ({
  must: mustOf({
    types: plan.general ? undefined : plan.types.map(({ name }) => name),
    fixed: plan.must,
    chosen,
    text,
  }),
  ...conditionQuery(conditions),
});

/** Returns true when both states ask for the same items. The order of the results does not matter. */
export const sameFilters = (plan: ListingPlan, one: ListingState, other: ListingState): boolean =>
  JSON.stringify(filtersFrom(plan, one)) === JSON.stringify(filtersFrom(plan, other));

/** Returns the sorts of a general search for the chosen types. One type begins with its own first sort. */
const narrowedSorts = (
  { ownSorts, start }: ListingPlan,
  types: readonly ItemType[],
): Pick<ListingPlan, 'sorts' | 'start'> => {
  const sorts = shared(types.map(({ name }) => ownSorts?.[name] ?? []));
  const [first] = types.length === 1 ? sorts : [];
  return { sorts, start: first && start.sort === undefined ? { ...start, sort: first } : start };
};

/** Narrows a general search to the chosen types, which adds their own facets and gives it the sorts and displays that they share. */
export const askedPlan = (plan: ListingPlan, { chosen }: ListingState): ListingPlan => {
  const names = chosen['_t'] ?? [];
  const types = plan.types.filter(({ name }) => names.includes(name));
  if (!plan.ownFacets || types.length === 0 || types.length < names.length) return plan;
  // The levels of a type are those of the general facet: they appear a second time only if an address chose them there.
  const isGiven = ({ key, kind }: Facet): boolean =>
    plan.facets.some(
      (each) => each.key === key || (kind === 'LEVEL' && each.kind === kind && chosen[key] === undefined),
    );
  const own = shared(types.map(({ name }) => plan.ownFacets?.[name] ?? []));
  const displays = plan.displays.filter((mode) => types.every(({ view }) => view.displays.includes(mode)));
  return {
    ...plan,
    types,
    facets: [...plan.facets, ...own.filter((facet) => !isGiven(facet))],
    ...narrowedSorts(plan, types),
    displays: displays.length > 0 ? displays : [DISPLAY_MODES[0]],
  };
};

export const displayOf = (plan: ListingPlan, state: ListingState): DisplayMode => {
  const { displays, start } = askedPlan(plan, state);
  return displays.find((mode) => mode === (state.display ?? start.display)) ?? displays[0] ?? DISPLAY_MODES[0];
};

const hasText = ({ text }: ListingState): boolean => searchTokens(text).length > 0;

/** Returns the sorts; a search with words can also be sorted by relevance. */
export const sortsFor = (plan: ListingPlan, state: ListingState): readonly Sort[] => {
  const { sorts } = askedPlan(plan, state);
  return hasText(state) ? [MATCH, ...sorts] : sorts;
};

/** Returns the order with which a display starts, where it has one and the type declares that sort. */
export const sortOfDisplay = ({ types, sorts }: ListingPlan, mode: DisplayMode): Sort | undefined => {
  const { orderedBy } = DISPLAY_FACTS[mode];
  const start = types[0] && orderedBy?.(types[0].view);
  return start === undefined ? undefined : sorts.find(({ path }) => path === start);
};

/**
 * Returns the filter with which the screen opens by the property whose values are columns of the display. It would hide the columns into which
 * records are moved.
 */
export const openingFilterOf = ({ types, start }: ListingPlan, mode: DisplayMode): ListingState['chosen'] => {
  const key = types[0] && DISPLAY_FACTS[mode].columnsBy?.(types[0].view);
  const values = key === undefined ? undefined : start.chosen[key];
  return key === undefined || values === undefined ? {} : { [key]: values };
};

export const sortOf = (whole: ListingPlan, state: ListingState): SortBy => {
  const plan = askedPlan(whole, state);
  const ofDisplay = sortOfDisplay(plan, displayOf(whole, state));
  const wanted = state.sort ?? ofDisplay ?? (hasText(state) ? MATCH : plan.start.sort) ?? DEFAULT_SORT;
  const { key, order } = sortsFor(whole, state).some((each) => each.key === wanted.key) ? wanted : DEFAULT_SORT;
  return { key, order };
};

/** Returns the order with what follows it: a screen's own order keeps its further sorts, chosen or not. */
export const allSorts = (plan: ListingPlan, state: ListingState): readonly SortBy[] => {
  const first = sortOf(plan, state);
  const { sort, further } = plan.start;
  return first.key === sort?.key && first.order === sort.order ? [first, ...further] : [first];
};

/** Returns the order of a query. A list that begins with the nearest day ahead does so until the reader chooses an order, words or a display. */
const askedSorts = (plan: ListingPlan, state: ListingState): NonNullable<Query['sort']> => {
  const [first, ...further] = allSorts(plan, state);
  const { nearest, sort } = plan.start;
  const isStart = state.sort === undefined && first?.key === sort?.key && !sortOfDisplay(plan, displayOf(plan, state));
  if (!first || nearest === undefined || !isStart) return allSorts(plan, state);
  return [{ ...first, nearest }, ...further.map(({ key }) => ({ key, order: 'asc' as const }))];
};

/** Returns the state of a listing for the chosen shipped search. */
export const shippedState = ({ text = '', selected, sort, display }: ShippedSearch): ListingState => ({
  ...EMPTY_STATE,
  text,
  chosen: asFilters(selected),
  sort,
  display,
});

/** Requests all types of a screen, because other types could otherwise fill the answer. */
const askedFacet = ({ general }: ListingPlan, { key }: Facet): NonNullable<Query['facets']>[number] =>
  key === '_t' && !general ? { key, max: 200 } : key;

/** The query of one page of ids. Facets and their counts come with the first page only. */
export const queryOf = (plan: ListingPlan, state: ListingState, after?: string): Query => ({
  ...filtersFrom(plan, state),
  ...(Object.keys(plan.mustNot).length > 0 ? { mustNot: plan.mustNot } : {}),
  sort: askedSorts(plan, state),
  max: RESULTS_PER_PAGE,
  labels: true,
  ...(after === undefined
    ? {
        facets: askedPlan(plan, state)
          .facets.map((facet) => askedFacet(plan, facet))
          .slice(0, 20),
      }
    : { after }),
});

/** Returns the facet of a key; a key without a facet is treated as a term. */
export const facetAt = ({ facets }: ListingPlan, key: string): Facet =>
  facets.find((each) => each.key === key) ?? { key, kind: 'TERM' };

/** Returns chosen keys that this person can no longer use, such as a property that is no longer declared. */
const vanishedKeys = (whole: ListingPlan, state: ListingState): readonly string[] => {
  const plan = askedPlan(whole, state);
  return Object.keys(state.chosen).filter(
    (key) =>
      !plan.facets.some((facet) => facet.key === key) &&
      !isBaseKey(key) &&
      !key.includes('.') &&
      !plan.types.some(({ view }) => view.filters.includes(key)),
  );
};

/**
 * Returns the opening state. Without a parameter, a listing opens with the values that its screen selects. Leaves out filters that are no
 * longer possible.
 */
export const openingOf = (
  plan: ListingPlan,
  param: string | undefined,
): { readonly state: ListingState; readonly vanished: readonly string[] } => {
  const read = readState(param);
  const state = param === undefined ? { ...read, chosen: plan.start.chosen } : read;
  const vanished = vanishedKeys(plan, state);
  const chosen = Object.fromEntries(Object.entries(state.chosen).filter(([key]) => !vanished.includes(key)));
  return { state: vanished.length > 0 ? { ...state, chosen } : state, vanished };
};
