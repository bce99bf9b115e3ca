// Narrows a layer of the map screen to records with some values of their facets, such as a kind of place. Only facets with few values are
// offered; a saved search, which can be added as a layer, narrows by everything else.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { facetLabel, shownLabel, type FacetContext } from 'src/client/listing/facetLabels.tsx';
import { NO_STYLE, withOnly } from 'src/client/map/layerStyle.ts';
import { withStyle, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { useFacetValues, useLayerFacets, useLayerQuery, type CountedValue } from 'src/client/map/useLayerFacets.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { readValue } from 'src/model/query/facetValues.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

/** A facet with more values is offered by the list of the records only. */
const MOST_BOXES = 15;

const NO_BOXES: readonly string[] = [];

interface FacetBoxesProps {
  readonly facet: Facet;
  readonly values: readonly CountedValue[];
  readonly chosen: readonly string[];
  readonly choose: (values: readonly string[]) => void;
  readonly context: FacetContext;
}

/** A chosen value that no record has any longer can still be unchecked. */
const FacetBoxes = observer(({ facet, values, chosen, choose, context }: FacetBoxesProps) => {
  const { messages } = context;
  const missing = chosen.filter((text) => !values.some((value) => value.text === text));
  const offered = [...values, ...missing.map((text) => ({ text, count: 0 }))];
  const name = facetLabel(facet, context);
  // Stays open when the last box is unchecked.
  const [isOpen] = useState(chosen.length > 0);
  return (
    <details className="kk-layer-facet" open={isOpen || undefined}>
      <summary>
        {name}
        {chosen.length > 0 && <span className="kk-soft"> {messages.intl.formatNumber(chosen.length)}</span>}
      </summary>
      <div role="group" aria-label={name}>
        {offered.map(({ text, count }) => (
          <label key={text} className="kk-layer-check">
            <input
              type="checkbox"
              checked={chosen.includes(text)}
              onChange={() =>
                choose(chosen.includes(text) ? chosen.filter((each) => each !== text) : [...chosen, text])
              }
            />
            <span className="kk-fill" dir="auto">
              {shownLabel(facet, readValue(text) ?? null, context)}
            </span>
            <span className="kk-soft kk-count">{messages.intl.formatNumber(count)}</span>
          </label>
        ))}
      </div>
    </details>
  );
});

interface LayerOnlyProps {
  readonly layer: LayerChoice;
  readonly put: (next: LayerChoice) => void;
}

export const LayerOnly = observer(({ layer, put }: LayerOnlyProps) => {
  const messages = useMessages();
  const query = useLayerQuery(layer);
  const { narrowing, context } = useLayerFacets(query);
  const counted = useFacetValues(layer, query, narrowing);
  const { style = NO_STYLE } = layer;
  const offered = narrowing.flatMap((facet) => {
    const values = counted?.get(facet.key) ?? [];
    const chosen = style.only?.[facet.key] ?? NO_BOXES;
    const isOffered = chosen.length > 0 || (values.length > 1 && values.length <= MOST_BOXES);
    return isOffered ? [{ facet, values, chosen }] : [];
  });
  if (offered.length === 0) return null;
  return (
    <div>
      <span className="kk-soft">{messages.format('map.only')}</span>
      {offered.map((each) => (
        <FacetBoxes
          key={each.facet.key}
          {...each}
          context={context}
          choose={(values) => put(withStyle(layer, withOnly(style, each.facet.key, values)))}
        />
      ))}
    </div>
  );
});

/** Names the values to which a layer is narrowed. */
export const LayerNarrowed = observer(({ layer }: { readonly layer: LayerChoice }) => {
  const messages = useMessages();
  const { narrowing, context } = useLayerFacets(useLayerQuery(layer));
  const names = narrowing.flatMap((facet) =>
    (layer.style?.only?.[facet.key] ?? NO_BOXES).map((text) => shownLabel(facet, readValue(text) ?? null, context)),
  );
  if (names.length === 0) return null;
  return (
    <p className="kk-soft kk-layer-note">
      {messages.format('map.onlyShown', { values: messages.intl.formatList(names, { type: 'conjunction' }) })}
    </p>
  );
});
