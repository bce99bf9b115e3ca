// A panel as it is drawn and read: its values by name, each with its number and the address of just the items that it counts.

import type { FacetValue, FilterValue, PanelAnswer } from 'src/model/generated/wire.ts';
import { monthRange } from 'src/model/query/monthRange.ts';
import type { Client } from 'src/client/Client.ts';
import { screenPlan, facetAt, type ListingPlan } from 'src/model/listing/listingPlan.ts';
import { facetLabel, shownLabel } from 'src/client/listing/facetLabels.tsx';
import { EMPTY_STATE, NOTHING_CHOSEN, writeState } from 'src/model/listing/listingState.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Chosen } from 'src/model/query/facetValues.ts';

export interface Fact {
  /** The value as a query contains it; null for items without a value. */
  readonly value: FacetValue['value'];
  readonly label: string;
  readonly count: number;
  /** Undefined where the person may not enter the listing. */
  readonly to: string | undefined;
}

export interface Cell {
  readonly count: number;
  readonly to: string | undefined;
}

export interface PanelFacts {
  readonly title: string;
  readonly draw: PanelAnswer['draw'];
  readonly total: number;
  /** Link to everything that the panel counts. */
  readonly to: string | undefined;
  /** Name of the facet; undefined without one. */
  readonly name: string | undefined;
  readonly values: readonly Fact[];
  /** Values that are not among them. */
  readonly more: number;
  readonly series: readonly Fact[];
  readonly cell: (value: number, series: number) => Cell;
  readonly ids: readonly string[];
  /** The key of the order of the ids. */
  readonly order: string | undefined;
}

export interface FactsContext {
  readonly client: Client;
  readonly messages: Messages;
}

const panelAddress = (screen: string, chosen: Chosen): string => {
  const param = writeState({ ...EMPTY_STATE, chosen }) ?? NOTHING_CHOSEN;
  return `/${screen}?c0=${encodeURIComponent(param)}`;
};

interface Naming extends FactsContext {
  readonly panel: PanelAnswer;
  readonly plan: ListingPlan;
}

/** A month is asked for as the range of its days. */
const chosenValue = ({ panel }: Naming, value: FacetValue['value']): FilterValue =>
  (panel.draw === 'months' ? monthRange(String(value)) : undefined) ?? value;

const factLabel = ({ panel, plan, client, messages }: Naming, key: string, fact: FacetValue): string => {
  const { value, label } = fact;
  if (panel.draw === 'months' && value !== null)
    return messages.intl.formatDate(`${String(value)}-01`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return shownLabel(facetAt(plan, key), value, { client, messages, plan }, label);
};

const factsAlong = (naming: Naming, key: string | undefined, values: readonly FacetValue[]): readonly Fact[] => {
  if (key === undefined) return [];
  const { panel } = naming;
  return values
    .filter(({ value }) => panel.draw !== 'months' || value !== null)
    .map((each) => ({
      value: each.value,
      label: factLabel(naming, key, each),
      count: each.count,
      to: panelAddress(panel.screen, { ...panel.chosen, [key]: [chosenValue(naming, each.value)] }),
    }));
};

const withoutLinks = (facts: readonly Fact[]): readonly Fact[] => facts.map((fact) => ({ ...fact, to: undefined }));

/** Observable. */
export const panelFacts = (panel: PanelAnswer, context: FactsContext): PanelFacts => {
  const { client, messages } = context;
  const { registry, session, site } = client;
  const screen = registry.screens.find((each) => each.path === panel.screen);
  const isOpen = screen !== undefined && refusalOf(screen, { user: session.user, site }) === undefined;
  const plan = screenPlan(screen ?? { path: panel.screen, area: '' }, { registry, user: session.user });
  const naming: Naming = { ...context, panel, plan };
  const { facet, by, cells = [] } = panel;
  const linked = (facts: readonly Fact[]): readonly Fact[] => (isOpen ? facts : withoutLinks(facts));
  const values = linked(factsAlong(naming, facet, panel.values));
  const series = linked(factsAlong(naming, by, panel.series ?? []));
  const counts = new Map(cells.map(([value = 0, at = 0, count = 0]) => [`${value} ${at}`, count]));
  return {
    title: messages.find(panel.message) ?? panel.title,
    ...{ draw: panel.draw, total: panel.total, values, series, more: panel.more ?? 0, ids: panel.ids ?? [] },
    order: screen?.search?.sort?.[0]?.key,
    to: isOpen ? panelAddress(panel.screen, panel.chosen) : undefined,
    name: facet === undefined ? undefined : facetLabel(facetAt(plan, facet), { client, messages, plan }),
    cell: (value, at) => {
      const [own, other] = [panel.values[value], panel.series?.[at]];
      const chosen: Chosen =
        own && other && facet !== undefined && by !== undefined
          ? { ...panel.chosen, [facet]: [chosenValue(naming, own.value)], [by]: [other.value] }
          : panel.chosen;
      return { count: counts.get(`${value} ${at}`) ?? 0, to: isOpen ? panelAddress(panel.screen, chosen) : undefined };
    },
  };
};
