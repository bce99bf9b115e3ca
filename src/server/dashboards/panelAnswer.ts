// Computes a panel's answer from the counts of its query: its values in drawing order, and the number of items that have two of them. Pure.

import type { FacetMore, FacetValue, PanelAnswer } from 'src/model/generated/wire.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import { shownStates } from 'src/model/schema/StateMachine.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { pairOf, panelFacetRequest, type AskedPanel } from 'src/server/dashboards/panelQueries.ts';
import { requestKey } from 'src/server/search/plan/planSources.ts';
import type { CountAnswer } from 'src/server/search/searchEngine.ts';

interface Counted {
  readonly values: readonly FacetValue[];
  readonly more: number;
}

interface Answering {
  readonly registry: ServerRegistry;
  readonly months: (count: number) => readonly string[];
  readonly answer: CountAnswer;
}

const countedAt = ({ facets = {} }: CountAnswer, key: string): Counted => {
  const all: readonly (FacetValue | FacetMore)[] = facets[key] ?? [];
  return {
    values: all.flatMap((each) => ('value' in each ? [each] : [])),
    more: all.reduce((sum, each) => sum + ('more' in each ? each.more : 0), 0),
  };
};

/** Values that have an order of their own, also those of which there is nothing: of a declared choice, and of buckets. */
const panelOrder = ({ registry }: Answering, type: ServerItemType | undefined, key: string): readonly string[] => {
  const facet = type?.view.facets.find((each) => each.key === key);
  if (facet?.buckets !== undefined) return registry.buckets[facet.buckets]?.buckets.map((bucket) => bucket.key) ?? [];
  if (!type || facet?.kind !== 'SEL') return [];
  const { properties, states } = type;
  return states?.property === key ? shownStates(states, properties) : (propertyAt(properties, key)?.values ?? []);
};

/** Empty buckets of dates and numbers are shown, because it matters that nothing is overdue. Empty values of a declared choice are not. */
const ordered = ({ values, more }: Counted, order: readonly string[], keepEmpty: boolean): Counted => {
  if (order.length === 0) return { values, more };
  const places = new Map(values.map((each) => [each.value, each]));
  const declared = order.map((value) => places.get(value) ?? { value, count: 0 });
  const others = values.filter(({ value }) => typeof value !== 'string' || !order.includes(value));
  return { values: [...declared.filter(({ count }) => keepEmpty || count > 0), ...others], more };
};

const along = (answering: Answering, type: ServerItemType | undefined, key: string): Counted => {
  const isDivided = type?.view.facets.find((each) => each.key === key)?.buckets !== undefined;
  return ordered(countedAt(answering.answer, key), panelOrder(answering, type, key), isDivided);
};

const countCells = (answer: CountAnswer, at: number, values: Counted, series: Counted): number[][] => {
  const places = ({ values: all }: Counted) => new Map(all.map(({ value }, place) => [value, place]));
  const [rows, columns] = [places(values), places(series)];
  return (answer.pairs[at] ?? []).flatMap(({ value, by, count }) => {
    const [row, column] = [rows.get(value), columns.get(by)];
    return row === undefined || column === undefined ? [] : [[row, column, count]];
  });
};

/** `pairs` are the pairs of the question in their order. */
export const panelAnswer = (
  { panel, screen }: AskedPanel,
  answering: Answering & {
    readonly message: string;
    readonly title: string;
    readonly pairs: readonly (readonly [string, string])[];
  },
): PanelAnswer => {
  const { registry, answer, months, message, title, pairs } = answering;
  const { key, draw, size = 'THIRD', facet, by } = panel;
  const type = registry.types[screen.search?.types[0] ?? ''];
  const request = panelFacetRequest(panel);
  const values =
    panel.months === undefined || request === undefined
      ? facet === undefined
        ? { values: [], more: 0 }
        : along(answering, type, facet)
      : ordered(countedAt(answer, requestKey(request)), months(panel.months), true);
  const series = by === undefined ? undefined : along(answering, type, by);
  const pair = pairOf(panel);
  const at = pairs.findIndex((each) => each.join('\n') === pair?.join('\n'));
  return {
    ...{ key, message, title, draw, size, screen: screen.path, chosen: asFilters(panel.chosen) },
    ...(facet !== undefined && { facet }),
    ...(by !== undefined && { by }),
    total: answer.total,
    values: values.values,
    ...(values.more > 0 && { more: values.more }),
    ...(series && { series: series.values, cells: countCells(answer, at, values, series) }),
    ...(draw === 'rows' && { ids: answer.ids, labels: answer.labels ?? {} }),
  };
};
