// The panels of a dashboard as questions to the search: what a panel counts is what its listing finds with the panel's values chosen.
// Panels that count the same items share one question, so that their rows are selected once. Pure.

import type { Query } from 'src/model/generated/wire.ts';
import { asFilters, filtersFor, mustOf, type FilterReader } from 'src/model/query/screenFilters.ts';
import type { Panel, Screen } from 'src/model/schema/Registry.ts';
import { requestKey, type FacetRequest } from 'src/server/search/plan/planSources.ts';
import type { CountAsked } from 'src/server/search/searchEngine.ts';

/** Number of items in a panel. */
const ROWS = 6;
/** Number of values of a facet in the answer. */
const VALUES = 50;

export interface AskedPanel {
  readonly panel: Panel;
  readonly screen: Screen;
}

export interface PanelQuestion {
  readonly asked: CountAsked;
  readonly panels: readonly AskedPanel[];
}

export const panelFacetRequest = ({ facet, months }: Panel): FacetRequest | undefined => {
  if (facet === undefined) return undefined;
  return months === undefined ? { key: facet, max: VALUES } : { key: facet, months };
};

/** Keys of the two facets that a panel counts together. */
export const pairOf = (panel: Panel): readonly [string, string] | undefined => {
  const request = panelFacetRequest(panel);
  return request && panel.by !== undefined ? [requestKey(request), panel.by] : undefined;
};

const filtersOf = ({ panel, screen }: AskedPanel, reader: FilterReader): Pick<Query, 'must' | 'mustNot'> => {
  const { types = [], must, mustNot } = screen.search ?? {};
  const fixed = filtersFor(asFilters(must), reader);
  return {
    must: mustOf({ types, fixed, chosen: asFilters(panel.chosen), text: '' }),
    mustNot: filtersFor(asFilters(mustNot), reader),
  };
};

const unique = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

interface Group {
  readonly filters: Pick<Query, 'must' | 'mustNot'>;
  readonly panels: AskedPanel[];
}

const listsRows = ({ panel }: AskedPanel): boolean => panel.draw === 'rows';

/** Groups panels that count the same query. At most one panel of a group lists its first items in the order of its listing. */
const groupsOf = (panels: readonly AskedPanel[], reader: FilterReader): Group[] => {
  const groups = new Map<string, Group>();
  for (const each of panels) {
    const filters = filtersOf(each, reader);
    const key = JSON.stringify(filters);
    const shared = groups.get(key);
    if (!shared) groups.set(key, { filters, panels: [each] });
    else if (listsRows(each) && shared.panels.some(listsRows))
      groups.set(`${key} ${each.panel.key}`, { filters, panels: [each] });
    else shared.panels.push(each);
  }
  return [...groups.values()];
};

const panelQuery = ({ filters, panels }: Group): Query => {
  const list = panels.find(listsRows);
  if (!list) return { ...filters, max: 0 };
  const sort = (list.screen.search?.sort ?? []).map(({ key, order }) => ({ key, order }));
  return { ...filters, sort, max: ROWS, labels: true };
};

export const panelQuestions = (panels: readonly AskedPanel[], reader: FilterReader): PanelQuestion[] =>
  groupsOf(panels, reader).map((group) => {
    const facets = group.panels.flatMap(({ panel }) =>
      [panelFacetRequest(panel), panel.by === undefined ? undefined : { key: panel.by, max: VALUES }].flatMap(
        (request) => request ?? [],
      ),
    );
    return {
      panels: group.panels,
      asked: {
        query: panelQuery(group),
        counts: {
          facets: unique(facets, requestKey),
          pairs: unique(
            group.panels.flatMap(({ panel }) => {
              const pair = pairOf(panel);
              return pair ? [pair] : [];
            }),
            (pair) => pair.join('\n'),
          ),
        },
      },
    };
  });
