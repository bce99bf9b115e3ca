// The legend of colours by a value.

import { valueLabel, type FacetContext } from 'src/client/listing/facetLabels.tsx';
import { valueColour } from 'src/client/map/layerColours.ts';
import type { LegendEntry } from 'src/client/map/MapLegend.tsx';
import { colouredValues, OTHER_COLOUR } from 'src/client/map/valueColours.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

export interface ColourEntry extends LegendEntry {
  readonly colour: string;
}

interface LegendOptions {
  /** True if points that represent several records have the colour of other values. */
  readonly several?: boolean;
  /** False if all values have colours of their own. */
  readonly others?: boolean;
  /** The values that are on the map; absent for all. */
  readonly only?: readonly string[] | undefined;
}

/** Observable. */
export const valueLegend = (
  facet: Facet,
  values: readonly string[],
  context: FacetContext,
  { several = false, others = true, only }: LegendOptions = {},
): readonly ColourEntry[] => {
  const own = colouredValues(values).map((value, at) => ({ value, colour: valueColour(at) }));
  const entries = own
    .filter(({ value }) => !only || only.includes(value))
    .map(({ value, colour }) => ({ name: valueLabel(facet, value, context) ?? value, colour }));
  const rest = {
    name: context.messages.format(several ? 'map.otherOrSeveral' : 'map.otherColours'),
    colour: OTHER_COLOUR,
  };
  return several || others ? [...entries, rest] : entries;
};
