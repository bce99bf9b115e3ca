// Colours of a listing's features by a value that its types send with each feature, such as their state.

import { HTMLSelect } from '@blueprintjs/core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { facetLabel, valueLabel, type FacetContext } from 'src/client/listing/facetLabels.tsx';
import type { ListingPlan } from 'src/model/listing/listingPlan.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { onDark, valueColour } from 'src/client/map/layerColours.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import type { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { MapLegend, type LegendEntry } from 'src/client/map/MapLegend.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

/** Kinds of facets whose values are few and have names. */
const COLOURED_KINDS: ReadonlySet<Facet['kind']> = new Set(['SEL', 'LIST', 'BOOL']);
/** More colours are hard to distinguish. The rarest values share one. */
const MAX_COLOURS = 10;
const OTHER_VALUES = '$other';
/** A grey that no value has. */
const OTHER_COLOUR = '#767676';

/** The type name of a feature in its style is replaced by this key. */
const valueKey = (value: unknown): string =>
  value === undefined || value === null ? OTHER_VALUES : `=${String(value)}`;

/** Returns the most frequent values first. */
const frequentValues = (features: FeatureSet['features'], path: string): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { props } of features.values()) {
    const value = props?.[path];
    if (value !== undefined && value !== null) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
};

type Sorted = NonNullable<Parameters<typeof useFeatureLayer>[2]['sorted']>;

/** Sorts the features by their values at a path. Without a path, they have the colours of their types. */
const sortedBy = (
  features: FeatureSet['features'],
  path: string,
): { readonly values: readonly string[]; readonly sorted: Sorted | undefined } => {
  if (path === '') return { values: [], sorted: undefined };
  const values = frequentValues(features, path).slice(0, MAX_COLOURS);
  const colours = new Map(values.map((value, at) => [valueKey(value), valueColour(at)]));
  const typeOf = ({ props }: MapFeature): string => {
    const key = valueKey(props?.[path]);
    return colours.has(key) ? key : OTHER_VALUES;
  };
  return { values, sorted: { typeOf, colours: new Map([...colours, [OTHER_VALUES, OTHER_COLOUR]]) } };
};

interface ColoursBy {
  readonly sorted: Sorted | undefined;
  /** Undefined while features have the colours of their types. */
  readonly legend: readonly LegendEntry[] | undefined;
  readonly control: ReactNode;
}

export const useColoursBy = ({ features, tiled }: FeatureSet, plan: ListingPlan, dark: boolean): ColoursBy => {
  const client = useClient();
  const messages = useMessages();
  const id = useId();
  const [chosen, setChosen] = useState('');
  const context: FacetContext = { client, messages, plan };
  const sent = new Set(plan.types.flatMap(({ view }) => view.place?.props ?? []));
  const offered = tiled ? [] : plan.facets.filter(({ key, kind }) => sent.has(key) && COLOURED_KINDS.has(kind));
  const facet = offered.find(({ key }) => key === chosen);
  const path = facet ? chosen : '';
  const { values, sorted } = useMemo(() => sortedBy(features, path), [features, path]);
  const entries = facet && [
    ...values.map((value, at) => ({ name: valueLabel(facet, value, context) ?? value, colour: valueColour(at) })),
    { name: messages.format('map.otherColours'), colour: OTHER_COLOUR },
  ];
  const control = offered.length > 0 && (
    <div className="kk-map-note kk-map-colours">
      <label htmlFor={id}>{messages.format('map.colourBy')}</label>
      <HTMLSelect id={id} value={path} onChange={({ target }) => setChosen(target.value)}>
        <option value="">{messages.format('map.colourBy.none')}</option>
        {offered.map((each) => (
          <option key={each.key} value={each.key}>
            {facetLabel(each, context)}
          </option>
        ))}
      </HTMLSelect>
      {entries && (
        <MapLegend entries={entries.map(({ name, colour }) => ({ name, colour: dark ? onDark(colour) : colour }))} />
      )}
    </div>
  );
  return { sorted, legend: entries, control };
};
