// Columns whose requests pass through the lanes. Created by createSearch.

import type { Subject } from 'src/model/access/Subject.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import type { LocatePlan, LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { ConditionPlan, SearchPlan, SearchResult } from 'src/server/search/evaluate/searchPlan.ts';
import type { Columns } from 'src/server/search/columnStore.ts';
import type { LaneName, Lanes, Turn } from 'src/server/search/lanes/lanes.ts';

/** Account, lane and end of the requests of one caller. */
export type Asking = Omit<Turn, 'cost'>;

/** Account of a request: an administrator who acts as a user is the administrator. All visitors are one account. */
export const accountOf = ({ actingAdminId, userId }: Pick<Subject, 'actingAdminId' | 'userId'>): string =>
  actingAdminId ?? userId ?? 'visitor';

/** Parts of the work on one type, where reading its permitted rows is 1. */
const PART = { filter: 0.25, relation: 1, facet: 0.5 } as const;
/** A search of all types walks many small tables. */
const TYPES_AT_FULL_COST = 8;
const IDS_PER_COST = 5_000;
const AREAS_PER_COST = 1_000;
/** A search of people that costs at most this is a quick one: a list of one type with some filters. */
const QUICK_COST = 2;

const costOfCondition = ({ must, should, mustNot }: ConditionPlan): number => {
  const filters = [...must.map(({ filter }) => filter), ...should, ...mustNot];
  return filters.reduce((sum, { is }) => sum + (is === 'sub' ? PART.relation : PART.filter), 1);
};

/** Estimates the work of a search, in lists of one type. */
export const costOfPlan = ({ types, max, pairs = [] }: SearchPlan): number => {
  const each = types.map(
    (type) => costOfCondition(type) + type.facets.filter((facet) => facet !== undefined).length * PART.facet,
  );
  const all = each.reduce((sum, cost) => sum + cost, 0);
  return (
    Math.max(1, all * Math.min(1, TYPES_AT_FULL_COST / each.length)) + Math.floor(max / IDS_PER_COST) + pairs.length
  );
};

const laneFor = (lane: LaneName, cost: number): LaneName =>
  lane === 'interactive' && cost <= QUICK_COST ? 'quick' : lane;

type LanedColumns = Pick<Columns, 'ask' | 'locate' | 'meet' | 'candidates' | 'hasTexts'>;

type Candidates = Parameters<Columns['candidates']>[0];

export interface LaneColumns extends Pick<Columns, 'hasTexts'> {
  ask(plan: SearchPlan, asking: Asking): Promise<SearchResult>;
  locate(plan: LocatePlan, asking: Asking): Promise<LocateResult>;
  candidates(asked: Candidates, asking: Asking): ReturnType<Columns['candidates']>;
  meet(area: Area, geometries: readonly string[], asking: Asking & { readonly deadline: number }): Promise<Uint8Array>;
}

export const throughLanes = (columns: LanedColumns, lanes: Lanes): LaneColumns => ({
  hasTexts: columns.hasTexts,
  candidates: (asked, asking) =>
    lanes.run({ ...asking, cost: 1, lane: laneFor(asking.lane, 1) }, () => columns.candidates(asked, asking.over)),
  ask(plan, asking) {
    const cost = costOfPlan(plan);
    return lanes.run({ ...asking, cost, lane: laneFor(asking.lane, cost) }, () => columns.ask(plan, asking.over));
  },
  locate: (plan, asking) =>
    lanes.run({ ...asking, cost: costOfPlan(plan.search) }, () => columns.locate(plan, asking.over)),
  meet: (area, geometries, { deadline, ...asking }) =>
    lanes.run({ ...asking, cost: 1 + geometries.length / AREAS_PER_COST }, () =>
      columns.meet(area, geometries, { deadline, over: asking.over }),
    ),
});
