// One layer of the map screen: loads and draws its features in its style, and reports them and their legend to the screen.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { narrowedQuery } from 'src/client/map/layerStyle.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { layerParts, mappedTypes, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { useFacetValues, useLayerFacets, useLayerQuery } from 'src/client/map/useLayerFacets.ts';
import { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
import { colouredValues, sortedBy, type SortedFeatures } from 'src/client/map/valueColours.ts';
import { valueLegend, type ColourEntry } from 'src/client/map/valueLegend.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { readValue } from 'src/model/query/facetValues.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

export interface ShownLayerParts {
  readonly set: FeatureSet;
  /** Colours of the values; absent for a layer of one colour. */
  readonly legend: readonly ColourEntry[] | undefined;
}

interface MapLayerProps {
  readonly map: MapController;
  readonly layer: LayerChoice;
  readonly colour: string;
  readonly order: number;
  /** True among many layers: areas have a light fill. */
  readonly light: boolean;
  readonly openId: ItemId | undefined;
  readonly pointed: ItemId | undefined;
  readonly note: (key: string, shown: ShownLayerParts | undefined) => void;
}

const NO_FACETS: readonly Facet[] = [];

interface Colours {
  readonly sorted: SortedFeatures | undefined;
  readonly legend: readonly ColourEntry[] | undefined;
}

/** Reads values of texts (facetValues.ts), without the one of records that have none. */
const colourKeys = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const value = readValue(text) ?? null;
    return value === null ? [] : [String(value)];
  });

/** The values of the whole layer determine the colours, so that a value keeps its colour when the layer is narrowed. */
const useColours = (layer: LayerChoice, query: Query, several: boolean): Colours => {
  const { coloured, context } = useLayerFacets(query);
  const facet = coloured.find(({ key }) => key === layer.style?.by);
  const counted = useFacetValues(
    layer,
    query,
    useMemo(() => (facet ? [facet] : NO_FACETS), [facet]),
  );
  const found = facet && counted?.get(facet.key);
  const values = useMemo(() => found && colourKeys(found.map(({ text }) => text)), [found]);
  const sorted = useMemo(() => (facet && values ? sortedBy(facet.key, values) : undefined), [facet, values]);
  const chosen = facet && layer.style?.only?.[facet.key];
  const only = chosen && colourKeys(chosen);
  const shown = only ?? values ?? [];
  const own = colouredValues(values ?? []);
  const others = shown.some((value) => !own.includes(value)) || (found?.length ?? 0) > (values?.length ?? 0);
  const legend = facet && values ? valueLegend(facet, values, context, { several, others, only }) : undefined;
  return { sorted, legend };
};

const ShownLayer = observer(({ query, ...props }: MapLayerProps & { readonly query: Query }) => {
  const { registry } = useClient();
  const { map, layer, colour, order, light, openId, pointed, note } = props;
  const { style = {} } = layer;
  const { further } = layerParts(layer.key);
  const { narrowing } = useLayerFacets(query);
  const narrowed = narrowedQuery(
    query,
    style.only,
    narrowing.map(({ key }) => key),
  );
  const set = useFeatureSet({ query: narrowed, types: mappedTypes(registry).map(({ name }) => name), further });
  const { sorted, legend } = useColours(layer, query, set.tiled !== undefined);
  useFeatureLayer(map, set, {
    ...{ selected: '', open: openId, pointed, colour, sorted, order, light },
    ...{ opacity: layer.opacity / 100, named: style.labels !== false },
  });
  const entries = JSON.stringify(legend);
  useEffect(() => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- JSON.stringify answers undefined for undefined
    note(layer.key, { set, legend: entries === undefined ? undefined : (JSON.parse(entries) as ColourEntry[]) });
  }, [note, layer.key, set, entries]);
  useEffect(() => () => note(layer.key, undefined), [note, layer.key]);
  return null;
});

export const MapLayer = observer((props: MapLayerProps) => {
  const query = useLayerQuery(props.layer);
  return query ? <ShownLayer {...props} query={query} /> : null;
});
