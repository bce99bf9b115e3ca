// The lanes of a timeline: the values of the facet that its view declares, or the selected ones, and one lane for all other values.

import { useEffect } from 'react';
import type { Lane } from 'src/client/displays/timeline/TimelineBars.tsx';
import type { TimedItem } from 'src/client/displays/timeSpan.ts';
import type { TimeSet } from 'src/client/displays/TimeSet.ts';
import { facetLabel, valueLabel } from 'src/client/listing/facetLabels.tsx';
import { withParameter } from 'src/model/listing/listingState.ts';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { FacetValue } from 'src/model/generated/wire.ts';

/** More would be too narrow to be read. */
const MOST_LANES = 8;
const LANES_PARAMETER = 'lanes';
const WHOLE_LANE = 'all';
const OTHER_LANE = '';

interface Lanes {
  /** Name of the values; undefined if the timeline cannot be divided. */
  readonly name: string | undefined;
  readonly divided: boolean;
  readonly divide: (divided: boolean) => void;
  readonly of: (items: readonly TimedItem[]) => readonly Lane[];
}

type Single = FacetValue & { readonly value: string | number | boolean };

/** Observable: call it inside an observer. */
export const useLanes = ({ store, change }: DisplayProps, set: TimeSet): Lanes => {
  const client = useClient();
  const messages = useMessages();
  const { plan, state } = store;
  const divided = state.parameters[LANES_PARAMETER] !== undefined;
  const divide = (wanted: boolean): void =>
    change(withParameter(store.state, LANES_PARAMETER, wanted ? '1' : undefined));
  const key = plan.types[0]?.view.period?.lane;
  const facet = plan.facets.find((each) => each.key === key);
  const chosen = facet ? (state.chosen[facet.key] ?? []) : [];
  const values = (facet ? (store.facets[facet.key] ?? []) : [])
    .filter((each): each is Single => 'value' in each && each.value !== null)
    .filter(({ value }) => chosen.length === 0 || chosen.includes(value))
    .slice(0, MOST_LANES);
  const wanted = JSON.stringify(divided && facet ? values.map(({ value }) => ({ [facet.key]: [value] })) : []);
  const question = JSON.stringify(store.wholeQuery);
  useEffect(() => {
    const filters = JSON.parse(wanted) as readonly Record<string, readonly (string | number | boolean)[]>[];
    void set.divide(filters.map((must) => ({ value: String(Object.values(must)[0]?.[0]), must })));
  }, [set, wanted, question]);
  const context = { client, messages, plan };
  const { lanes } = set;
  return {
    name: facet && facetLabel(facet, context),
    divided,
    divide,
    of: (items) => {
      if (!divided || !facet || !lanes) return [{ key: WHOLE_LANE, items }];
      const keys = [...values.map(({ value }) => String(value)), OTHER_LANE];
      const parts = new Map(keys.map((each) => [each, [] as TimedItem[]]));
      for (const item of items) (parts.get(lanes.get(item.id) ?? OTHER_LANE) ?? parts.get(OTHER_LANE))?.push(item);
      const nameOf = (each: string): string => {
        const found = values.find(({ value }) => String(value) === each);
        return (found && valueLabel(facet, found.value, context, found.label)) ?? messages.format('timeline.otherLane');
      };
      return keys.flatMap((each) => {
        const part = parts.get(each) ?? [];
        return part.length === 0 ? [] : [{ key: each, name: nameOf(each), items: part }];
      });
    },
  };
};
