// Search and suggestions for the operations. A search catches up with the feed, plans, evaluates in the worker, and reads the page through
// the read filter in SQL, so that outdated columns can delay a count but never show an item.

import type { Filters, Query, SearchAnswer, SubQuery, Suggestion } from 'src/model/generated/wire.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Worker } from 'node:worker_threads';
import { MAX_INT32 } from 'src/base/maxInt32.ts';
import type { Clock } from 'src/base/clock.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { problem, type Problem } from 'src/model/problems.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { LONG_SEARCH } from 'src/server/limits.ts';
import { createColumns } from 'src/server/search/columnStore.ts';
import type { IndexStart, SnapshotSettings } from 'src/server/search/indexFilling.ts';
import { accountOf, throughLanes } from 'src/server/search/lanes/laneColumns.ts';
import { createLanes, type LaneName, type Lanes } from 'src/server/search/lanes/lanes.ts';
import { createTerms } from 'src/server/search/termLookup.ts';
import { createCursors } from 'src/server/search/cursor.ts';
import { createColumnCheck, withSerialApply, type ColumnCheck } from 'src/server/search/check/columnCheck.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import { withinSearchTime } from 'src/server/search/searchTimeLimit.ts';
import { totalsOf } from 'src/server/search/totals.ts';
import type { IndexSize } from 'src/server/search/workerMessages.ts';
import type { LocatePlan, LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { SearchResult } from 'src/server/search/evaluate/searchPlan.ts';
import {
  facetAnswer,
  itemsToLabel,
  pairsAnswer,
  placesToRead,
  type FacetAnswer,
  type NamedPair,
  type Names,
} from 'src/server/search/facetAnswer.ts';
import type { CountRequest, Planned, PlanOptions } from 'src/server/search/plan/planSearch.ts';
import { createPlanner, type Asker } from 'src/server/search/searchPlanner.ts';
import { suggest, type SuggestAsked } from 'src/server/search/suggestions.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';

export interface Search {
  /**
   * Searches. Throws `invalid` for undeclared or unreadable keys. Includes every write that this process acknowledged before the call.
   * Stops when `gone` is aborted: in the queue, in the worker and in PostgreSQL.
   */
  search(readFilter: ReadFilter, query: Query, gone?: AbortSignal): Promise<SearchAnswer>;
  /**
   * Same as search for several queries, with facets counted within their own filters, and some in pairs. Answers are in the order of the
   * queries.
   */
  count(readFilter: ReadFilter, asked: readonly CountAsked[], gone?: AbortSignal): Promise<CountAnswer[]>;
  /** Counts the matches of several queries, in order, within the time of one search. A refused query yields its problem. */
  totals(readFilter: ReadFilter, queries: readonly SubQuery[], gone?: AbortSignal): Promise<(number | Problem)[]>;
  /** Returns all matching items by type number, for the server's own use, never shown. Forgives no typing errors. */
  matches(readFilter: ReadFilter, query: Query): Promise<ReadonlyMap<number, Int32Array>>;
  /** Returns all matches in order, for the server's own use. Each must be read by the filter before it is shown. */
  found(readFilter: ReadFilter, query: Query, gone?: AbortSignal): Promise<FoundItems>;
  /** Returns positions of the matches on a map. Only numbers and positions: what is shown is read by the filter. */
  locate(readFilter: ReadFilter, asked: Asked, gone?: AbortSignal): Promise<LocateResult>;
  /** Returns 1 for each geometry (GeoJSON text) with a point in common with the area. */
  meet(area: Area, geometries: readonly string[], gone?: AbortSignal): Promise<Uint8Array>;
  suggest(readFilter: ReadFilter, text: string, asked?: SuggestAsked, gone?: AbortSignal): Promise<Suggestion[]>;
  /** Resolves when the columns are loaded and the feed is running. */
  ready(): Promise<void>;
  /** Returns whether the worker has all texts. Until then, texts are found in the database. */
  hasTexts(): boolean;
  /** Resolves when the worker has all texts, or could not read them. */
  textsRead(): Promise<void>;
  /** Clears the cache of term words and the snapshot after an erasure has deleted some. */
  forgetTerms(): Promise<void>;
  /** Returns how the index was read; undefined while it is being read. */
  indexStart(): IndexStart | undefined;
  /** Returns the size of the columns, or undefined while they have no worker. */
  size(): Promise<IndexSize | undefined>;
  /** Returns the numbers of a queue in front of the worker. */
  lane: Lanes['counts'];
  /** Compares the columns with the table in the background. */
  readonly check: ColumnCheck;
  stop(): Promise<void>;
}

export interface SearchOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'labels'>;
  readonly feed: Feed;
  readonly clock: Clock;
  /** Starts src/server/search/worker.ts: from source or as dist/server/searchWorker.js. */
  readonly startWorker: () => Worker;
  readonly log: (message: string, error?: unknown) => void;
  /** Returns the IANA time zone of "today" for the asker; UTC by default. */
  readonly zoneOf?: (subject: Subject) => Promise<string>;
  /** Time limit of one query in milliseconds. */
  readonly timeout?: number;
  /** See Limits. */
  readonly checkedRowsPerMinute?: number;
  readonly snapshot?: SnapshotSettings | undefined;
}

export interface CountAsked {
  readonly query: Query;
  readonly counts: CountRequest;
}

export interface CountAnswer extends SearchAnswer {
  readonly pairs: readonly (readonly NamedPair[])[];
}

/** Two numbers per item, so that hundreds of thousands fit in memory. */
export interface FoundItems {
  /** Type numbers. */
  readonly types: Int32Array;
  readonly numbers: Int32Array;
}

/** Requested part of a map. */
export interface Asked extends Omit<LocatePlan, 'search'> {
  readonly query: Query;
  /** Filters in addition to the query, by type name. */
  readonly only?: ReadonlyMap<string, Filters>;
}

/** Comparisons of areas for reports, which belong to no single reader. */
const AREA_LANE = { lane: 'interactive', account: 'areas' } as const;

const SEARCH_TIMEOUT_MS = 5000;
/** Labels are read in pieces, so that "all" (1e5 ids) uses many short statements. */
const LABELS_AT_ONCE = 2000;

type LabelsOf = (ids: readonly ItemId[]) => Promise<ReadonlyMap<ItemId, string>>;

const labelsInPieces = async (
  labelsOf: LabelsOf,
  ids: readonly ItemId[],
  over: AbortSignal,
): Promise<Map<ItemId, string>> => {
  const labels = new Map<ItemId, string>();
  for (let from = 0; from < ids.length; from += LABELS_AT_ONCE) {
    over.throwIfAborted();
    for (const [id, label] of await labelsOf(ids.slice(from, from + LABELS_AT_ONCE))) labels.set(id, label);
  }
  return labels;
};

const foundByType = ({ types, numbers }: SearchResult): ReadonlyMap<number, Int32Array> => {
  const found = new Map<number, number[]>();
  types.forEach((type, at) => {
    const known = found.get(type);
    if (known) known.push(numbers[at] ?? 0);
    else found.set(type, [numbers[at] ?? 0]);
  });
  return new Map([...found].map(([type, list]) => [type, Int32Array.from(list)]));
};

const facetAnswers = ({ facets }: Planned, result: SearchResult, names: Names): Record<string, FacetAnswer> =>
  Object.fromEntries(
    facets.flatMap((plan, index) => {
      const counts = result.facets[index];
      return counts ? [[plan.key, facetAnswer(plan, counts, names)]] : [];
    }),
  );

const namedPairs = ({ facets, search }: Planned, result: SearchResult, names: Names): NamedPair[][] =>
  (search.pairs ?? []).map(([value, by], index) => {
    const [first, second] = [facets[value], facets[by]];
    return first && second ? pairsAnswer([first, second], result.pairs[index] ?? [], names) : [];
  });

const resultIds = ({ types, numbers }: SearchResult, typeNames: ReadonlyMap<number, string>): ItemId[] =>
  Array.from(types, (type, index) => itemId(typeNames.get(type) ?? '', numbers[index] ?? 0));

const timeOrNull = (times: Float64Array, at: number): number | null => {
  const value = times[at] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
};

/** Returns the score and position of each answered id. */
const resultRanks = (
  { scores }: Planned,
  { types, numbers, before }: SearchResult,
  isShown: (at: number) => boolean,
): NonNullable<SearchAnswer['ranks']> => {
  const byType = new Map(
    [...scores].map(([type, each]) => [type, new Map(each.numbers.map((number, at) => [number, each.scores[at]]))]),
  );
  const visibleTypes = Array.from(types, (_, at) => at).filter(isShown);
  return visibleTypes.map((at, index) => ({
    score: byType.get(types[at] ?? 0)?.get(numbers[at] ?? 0) ?? null,
    index: before + index,
  }));
};

/** Returns labels and times of the answered ids, as requested. */
const besideIds = (
  query: Query,
  { times, tree }: SearchResult,
  [found, labels]: readonly [found: readonly ItemId[], labels: ReadonlyMap<ItemId, string>],
): Pick<SearchAnswer, 'labels' | 'times' | 'tree'> => {
  const ids = found.filter((id) => labels.has(id));
  return {
    ...(query.labels === true && { labels: Object.fromEntries(ids.map((id) => [id, labels.get(id) ?? ''])) }),
    ...(times && {
      times: found.flatMap((id, at) =>
        labels.has(id) ? [[timeOrNull(times, at * 2), timeOrNull(times, at * 2 + 1)]] : [],
      ),
    }),
    ...(tree && { tree: tree.filter((_, at) => labels.has(found[at] ?? '')) }),
  };
};

/** Queue in which long searches run one at a time. */
const createLine = () => {
  const semaphore = createSemaphore({ limit: 1 });
  const { waiting, retryAfterS: retryAfter } = LONG_SEARCH;
  const bounds = { waiting, exceeded: () => problem('rateLimited', { retryAfter }) };
  return <T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
    semaphore.run(run, { signal, bounds });
};

interface AnswerSources extends Pick<SearchOptions, 'database' | 'items'> {
  readonly terms: ReturnType<typeof createTerms>;
  readonly cursors: ReturnType<typeof createCursors>;
  readonly typeNames: ReadonlyMap<number, string>;
}

/** Builds the answer from the result of the columns: the page through the read filter, and counts with names. */
const createAnswers = ({ database, items, terms, cursors, typeNames }: AnswerSources) => {
  return async (
    { readFilter, over }: Asker,
    query: Query,
    planned: Planned,
    result: SearchResult,
  ): Promise<CountAnswer> => {
    const found = resultIds(result, typeNames);
    const asking = database.endedBy(over);
    const tokens = await terms.tokens(asking, placesToRead(planned.facets, result.facets));
    const named = new Set([...found, ...itemsToLabel(planned.facets, result.facets, tokens)]);
    const labels = await labelsInPieces((ids) => items.labels(asking, readFilter, ids), [...named], over);
    const ids = found.filter((id) => labels.has(id));
    const names: Names = { tokens, labels, types: typeNames };
    return {
      ids,
      pairs: namedPairs(planned, result, names),
      total: result.total - (found.length - ids.length),
      ...(result.replaced.length > 0 && { replaced: result.replaced }),
      ...(result.last && { after: await cursors.write(planned.page, result.last) }),
      ...((query.facets !== undefined || planned.facets.length > 0) && {
        facets: facetAnswers(planned, result, names),
      }),
      ...besideIds(query, result, [found, labels]),
      ...(query.ranks === true && { ranks: resultRanks(planned, result, (at) => labels.has(found[at] ?? '')) }),
    };
  };
};

interface Caller {
  readonly readFilter: ReadFilter;
  readonly lane: LaneName;
  readonly gone?: AbortSignal | undefined;
}

/** Applies the time limit. `answered` also finds the time zone of the reader. */
const createTiming = (timeout: number, zoneOf: SearchOptions['zoneOf']) => {
  const timed = <T>(work: (over: AbortSignal, deadline: number) => Promise<T>, gone?: AbortSignal): Promise<T> =>
    withinSearchTime((over) => work(over, Date.now() + timeout), timeout, gone);
  const answered = <T>(
    { readFilter, lane, gone }: Caller,
    work: (asker: Asker, deadline: number) => Promise<T>,
  ): Promise<T> =>
    timed(async (over, deadline) => {
      const zone = (await zoneOf?.(readFilter.subject)) ?? 'UTC';
      return await work({ readFilter, lane, account: accountOf(readFilter.subject), over, zone }, deadline);
    }, gone);
  return { timed, answered };
};

type MatchOptions = Pick<PlanOptions, 'deadline' | 'forgiving'>;

export const createSearch = (options: SearchOptions): Search => {
  const { registry, database, items, feed, clock, zoneOf, timeout = SEARCH_TIMEOUT_MS } = options;
  const terms = createTerms(registry);
  const columns = withSerialApply(createColumns({ ...options, terms }));
  const lanes = createLanes();
  const asked = throughLanes(columns, lanes);
  const check = createColumnCheck({ ...options, columns });
  const typeNames = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));
  const cursors = createCursors(database);
  const answerOf = createAnswers({ database, items, terms, cursors, typeNames });
  const { planned, candidatesFor } = createPlanner({ registry, database, terms, cursors, columns: asked, feed, clock });
  feed.use(columns, true);

  const inLine = createLine();
  const { timed, answered } = createTiming(timeout, zoneOf);

  const search = async (asker: Asker, query: Query, deadline: number): Promise<SearchAnswer> => {
    const plan = await planned(asker, query, { deadline });
    const { pairs: _, ...answer } = await answerOf(asker, query, plan, await asked.ask(plan.search, asker));
    return answer;
  };

  const count = async (asker: Asker, { query, counts }: CountAsked, deadline: number): Promise<CountAnswer> => {
    const plan = await planned(asker, query, { deadline, counts });
    return await answerOf(asker, query, plan, await asked.ask(plan.search, asker));
  };

  const found = async (asker: Asker, query: Query, limits: MatchOptions): Promise<SearchResult> => {
    const { search: plan } = await planned(asker, query, limits);
    return await asked.ask({ ...plan, max: MAX_INT32 }, asker);
  };

  const locate = async (asker: Asker, { query, only, ...where }: Asked, deadline: number): Promise<LocateResult> => {
    const plan = await planned(asker, { ...query, max: 0 }, { deadline, only });
    return await asked.locate({ ...where, search: plan.search }, asker);
  };

  return {
    async search(readFilter, query, gone) {
      const isLong = (query.max ?? 0) > LONG_SEARCH.ids;
      const caller = { readFilter, lane: isLong ? ('background' as const) : ('interactive' as const), gone };
      const run = (): Promise<SearchAnswer> => answered(caller, (asker, deadline) => search(asker, query, deadline));
      return isLong ? await inLine(run, gone) : await run();
    },
    count: (readFilter, counts, gone) =>
      answered({ readFilter, lane: 'background', gone }, (asker, deadline) =>
        Promise.all(counts.map((each) => count(asker, each, deadline))),
      ),
    totals: (readFilter, queries, gone) =>
      answered({ readFilter, lane: 'background', gone }, (asker, deadline) =>
        totalsOf(queries, (each) => search(asker, each, deadline)),
      ),
    matches: async (readFilter, query) =>
      foundByType(
        await answered({ readFilter, lane: 'background' }, (asker, deadline) =>
          found(asker, query, { deadline, forgiving: false }),
        ),
      ),
    found: (readFilter, query, gone) => {
      const caller = { readFilter, lane: 'background' as const, gone };
      return inLine(() => answered(caller, (asker, deadline) => found(asker, query, { deadline })), gone);
    },
    locate: (readFilter, place, gone) =>
      answered({ readFilter, lane: 'interactive', gone }, (asker, deadline) => locate(asker, place, deadline)),
    meet: (area, geometries, gone) =>
      timed((over, deadline) => asked.meet(area, geometries, { ...AREA_LANE, over, deadline }), gone),
    suggest: (readFilter, text, options, gone) =>
      timed((over, deadline) => {
        const asking = { lane: 'quick' as const, account: accountOf(readFilter.subject), over };
        const candidates = candidatesFor(readFilter, asking, deadline);
        return suggest({ registry, database: database.endedBy(over), readFilter, items, candidates }, text, options);
      }, gone),
    ...{ indexStart: columns.indexStart, forgetTerms: columns.forgetTerms },
    ready: () => feed.start(),
    ...{ hasTexts: columns.hasTexts, textsRead: columns.textsRead, lane: lanes.counts, check },
    size: () => columns.size(),
    stop: () => check.stop().then(columns.stop),
  };
};
