// Colours of a listing's features by a value that its types send with each feature, such as their state.

import { HTMLSelect } from '@blueprintjs/core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { facetLabel, type FacetContext } from 'src/client/listing/facetLabels.tsx';
import type { ListingPlan } from 'src/model/listing/listingPlan.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { onDark } from 'src/client/map/layerColours.ts';
import { MapLegend, type LegendEntry } from 'src/client/map/MapLegend.tsx';
import { colouredFacets, frequentValues, sortedBy, type SortedFeatures } from 'src/client/map/valueColours.ts';
import { valueLegend } from 'src/client/map/valueLegend.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface ColoursBy {
  readonly sorted: SortedFeatures | undefined;
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
  const offered = tiled ? [] : colouredFacets(plan.facets, plan.types);
  const facet = offered.find(({ key }) => key === chosen);
  const path = facet ? chosen : '';
  const values = useMemo(() => (path === '' ? [] : frequentValues(features.values(), path)), [features, path]);
  const sorted = useMemo(() => (path === '' ? undefined : sortedBy(path, values)), [path, values]);
  const entries = facet && valueLegend(facet, values, context);
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
