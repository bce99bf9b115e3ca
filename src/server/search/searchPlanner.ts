// Plans a query for an asker while the columns catch up with the feed. Created by the search engine.

import type { Query } from 'src/model/generated/wire.ts';
import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { CompareAreas } from 'src/server/search/areaHits.ts';
import type { Cursors } from 'src/server/search/cursor.ts';
import type { Asking, LaneColumns } from 'src/server/search/lanes/laneColumns.ts';
import { maskOf, planSearch, type Planned, type PlanOptions } from 'src/server/search/plan/planSearch.ts';
import type { Terms } from 'src/server/search/termLookup.ts';
import { leveledTexts } from 'src/server/search/textHits.ts';
import type { FindCandidates } from 'src/server/search/textScores.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';

export interface Asker extends Asking {
  readonly readFilter: ReadFilter;
  /** IANA time zone of "today". */
  readonly zone: string;
}

interface PlannerOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly terms: Terms;
  readonly cursors: Cursors;
  readonly columns: LaneColumns;
  readonly feed: Feed;
  readonly clock: Clock;
}

export const createPlanner = ({ registry, database, terms, cursors, columns, feed, clock }: PlannerOptions) => {
  const planning = { registry, terms, leveled: leveledTexts(registry), cursors };

  /** Candidates include every write that was acknowledged before the call. */
  const candidatesFor = (readFilter: ReadFilter, asking: Asking, deadline: number): FindCandidates | undefined => {
    if (!columns.hasTexts()) return undefined;
    const mask = maskOf(readFilter);
    return async (asked) => {
      await feed.catchUp();
      return await columns.candidates({ ...asked, mask, deadline }, asking);
    };
  };

  const planned = async (
    asker: Asker,
    query: Query,
    asked: Pick<PlanOptions, 'deadline' | 'only' | 'counts' | 'forgiving'>,
  ): Promise<Planned> => {
    const { readFilter, over, zone } = asker;
    const today = { now: clock.now().getTime(), zone };
    const compare: CompareAreas = (area, geometries, until) =>
      columns.meet(area, geometries, { ...asker, deadline: until });
    const candidates = candidatesFor(readFilter, asker, asked.deadline);
    const asking = { database: database.endedBy(over), compare, candidates, readFilter };
    // Planning reads the database itself, so the columns may catch up meanwhile.
    const [plan] = await Promise.all([planSearch({ ...planning, ...asking, ...asked, today }, query), feed.catchUp()]);
    over.throwIfAborted();
    return plan;
  };

  return { planned, candidatesFor };
};
