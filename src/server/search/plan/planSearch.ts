// Plans a validated query for the worker: types, conditions, facets, sorts, and the words that it needs from the database. Text hits come
// from PostgreSQL only while the worker has no texts; everything else is left to the columns.

import type { Filters, Query } from 'src/model/generated/wire.ts';
import { askerOf, BEST_MATCH, type Asker } from 'src/model/query/queryKeys.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import type { Today } from 'src/model/query/buckets.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { areaHits, type CompareAreas } from 'src/server/search/areaHits.ts';
import type { Terms } from 'src/server/search/termLookup.ts';
import type { Cursors, Page } from 'src/server/search/cursor.ts';
import {
  MOST_VALUES,
  type FacetLimit,
  type FacetPair,
  type MaskPlan,
  type SearchPlan,
  type TextScores,
} from 'src/server/search/evaluate/searchPlan.ts';
import { createLookups, createNeeds, NO_HITS, type Lookups } from 'src/server/search/plan/lookups.ts';
import { planConditions, requestedTypes, type PlanContext } from 'src/server/search/plan/planCondition.ts';
import {
  planFacets,
  planSorts,
  planTimes,
  planTree,
  type FacetPlan,
  type FacetRequest,
  type SortPlan,
} from 'src/server/search/plan/planSources.ts';
import { phraseHits } from 'src/server/search/phraseHits.ts';
import { textHits } from 'src/server/search/textHits.ts';
import { candidateScores, textScores, type FindCandidates } from 'src/server/search/textScores.ts';
import { unreadOf } from 'src/server/store/unreadThreads.ts';
import { personNumber, starsOf } from 'src/server/store/accounts/keptByPerson.ts';
import type { Statements } from 'src/server/store/database.ts';

export interface PlanOptions {
  readonly registry: ServerRegistry;
  readonly database: Statements;
  readonly terms: Terms;
  readonly leveled: ReadonlySet<number>;
  readonly cursors: Cursors;
  readonly compare: CompareAreas;
  /** Scores a text in the worker; undefined while it has no texts. */
  readonly candidates: FindCandidates | undefined;
  readonly readFilter: ReadFilter;
  readonly today: Today;
  readonly deadline: number;
  /** Filters in addition to the query, by type name. */
  readonly only?: ReadonlyMap<string, Filters> | undefined;
  readonly counts?: CountRequest | undefined;
  /** True by default. */
  readonly forgiving?: boolean | undefined;
}

/** Requests of the server itself: facets counted within their own filters, and two of them together. */
export interface CountRequest {
  readonly facets: readonly FacetRequest[];
  /** Keys of facets. */
  readonly pairs: readonly (readonly [string, string])[];
}

export interface Planned {
  readonly search: SearchPlan;
  readonly facets: readonly FacetPlan[];
  /** Data that a cursor of the answer is bound to. */
  readonly page: Page;
  /** Scores of the typed text by type number; empty when nothing needs them. */
  readonly scores: ReadonlyMap<number, TextScores>;
}

/** Values are filtered by a typed text, and equal counts ordered by word, after the words are read. */
const limitOf = ({ text, meaning, max }: FacetPlan): FacetLimit => {
  if (text !== undefined || meaning === 'bucket' || meaning === 'type') return { max: MOST_VALUES, ties: false };
  return { max, ties: meaning !== 'item' };
};

export const maskOf = (readFilter: ReadFilter): MaskPlan => ({
  bits: Uint8Array.from(readFilter.mask),
  known: readFilter.known,
  admin: readFilter.subject.admin,
});

/** Returns the requested types, or else all that are not excluded from general search. A counted `_t` includes all types. */
const searchedTypes = (context: PlanContext, query: Query): readonly ServerItemType[] => {
  const typesInQuery = requestedTypes(context, query, []);
  const general = Object.values(context.registry.types).filter((type) => !type.server.search.excludeGeneralSearch);
  // Stars can be on items of every type.
  if (!typesInQuery) return query.must?.starred ? Object.values(context.registry.types) : general;
  const counted = query.facets?.some((facet) => (typeof facet === 'string' ? facet : facet.key) === '_t') ?? false;
  return counted && query.must?._t ? [...new Set([...typesInQuery, ...general])] : typesInQuery;
};

interface Built {
  readonly types: SearchPlan['types'];
  readonly facets: readonly FacetPlan[];
  readonly sorts: readonly SortPlan[];
  readonly tree: SearchPlan['tree'];
  readonly pairs: SearchPlan['pairs'];
}

const buildPlan = (options: PlanOptions, asker: Asker, query: Query, lookups: Lookups): Built => {
  const context: PlanContext = { registry: options.registry, today: options.today, lookups, asker };
  const types = searchedTypes(context, query);
  const facets = planFacets(context, types, options.counts?.facets ?? query.facets);
  const sorts = planSorts(context, types, query.sort);
  const placeOf = (key: string): number => facets.findIndex((facet) => facet.key === key);
  const conditions = planConditions(context, types, query, [], options.counts ? undefined : placeOf);
  return {
    facets,
    sorts,
    tree: planTree(requestedTypes(context, query, []) ?? types, query.tree),
    pairs: options.counts?.pairs.map(([key, by]): FacetPair => [placeOf(key), placeOf(by)]),
    types: types.flatMap((type) => {
      const condition = conditions.get(type.name);
      if (!condition) return [];
      const more = planConditions(context, [type], { must: options.only?.get(type.name) ?? {} }, ['only']);
      return [
        {
          ...condition,
          must: [...condition.must, ...(more.get(type.name)?.must ?? [])],
          facets: facets.map(({ sources }) => sources.get(type.name)),
          sort: sorts.map(({ sources }) => sources.get(type.name) ?? { from: 'none' as const }),
          ...(query.times === true && { times: planTimes(type, type.view.period) }),
          ...(query.days === true && { times: planTimes(type, type.view.schedule) }),
        },
      ];
    }),
  };
};

const NO_STARS: ReadonlyMap<number, Int32Array> = new Map();

export const planSearch = async (options: PlanOptions, query: Query): Promise<Planned> => {
  const asker = askerOf(options.readFilter.subject);
  const needs = createNeeds(options.candidates !== undefined);
  const { sorts, types } = buildPlan(options, asker, query, needs);
  const { database, terms, readFilter, leveled, cursors, compare, candidates, deadline, today } = options;
  const page: Page = { subject: readFilter.subject, sorts };
  const after = query.after === undefined ? undefined : await cursors.read(page, query.after);
  const found = needs.terms.length > 0 ? await terms.find(database, needs.terms) : new Map<string, number>();
  const hits = candidates
    ? await phraseHits({ database, readFilter, candidates }, needs.texts)
    : await textHits({ database, readFilter, leveled, timeout: deadline - Date.now() }, needs.texts);
  const [text] = query.must?.text ?? [];
  const needsScores = query.ranks === true || sorts.some(({ key }) => key === BEST_MATCH);
  const isRanked = needsScores && typeof text === 'string';
  const scores = isRanked
    ? await (candidates
        ? candidateScores({ database, readFilter }, candidates, { text, types: types.map(({ type }) => type) })
        : textScores({ database, readFilter, timeout: deadline - Date.now() }, text, hits.get(text)))
    : new Map<number, TextScores>();
  const areas = await areaHits({ database, readFilter, compare, deadline }, needs.areas);
  const person = personNumber(readFilter.subject);
  const stars = needs.wantsStars() && person !== undefined ? await starsOf(database, person) : NO_STARS;
  const unread = needs.wantsUnread()
    ? await unreadOf({ database, registry: options.registry }, readFilter.subject)
    : NO_HITS;
  const built = buildPlan(
    options,
    asker,
    query,
    createLookups({
      ...{ terms: found, texts: hits, textsInWorker: candidates !== undefined },
      ...{ scores, areas, stars, unread },
    }),
  );
  const search: SearchPlan = {
    mask: maskOf(readFilter),
    now: today.now,
    deadline,
    types: built.types,
    facetLimits: built.facets.map(limitOf),
    descending: built.sorts.map(({ descending }) => descending),
    forgiving: options.forgiving ?? true,
    max: Math.min(query.max ?? QUERY_LIMITS.pageDefault, QUERY_LIMITS.cap),
    after,
    tree: built.tree,
    pairs: built.pairs,
  };
  return { search, facets: built.facets, page, scores };
};
