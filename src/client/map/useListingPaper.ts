// Prints the map of a listing: image, legend, datum and source of its base map.

import { useEffect, useMemo } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import type { LegendEntry } from 'src/client/map/MapLegend.tsx';
import { copyOnto, type PaperWords } from 'src/client/map/paperMap.ts';
import { attributionOf } from 'src/client/map/BaseMapChoice.tsx';
import { usePaperWords } from 'src/client/map/usePaperWords.ts';
import type { ListingPlan } from 'src/model/listing/listingPlan.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const legendOf = (entries: readonly LegendEntry[]): HTMLElement => {
  const list = document.createElement('ul');
  list.className = 'kk-map-legend';
  for (const { name, colour = '' } of entries) {
    const [line, sign] = [document.createElement('li'), document.createElement('span')];
    sign.className = 'kk-layer-colour';
    sign.style.backgroundColor = colour;
    line.append(sign, ` ${name}`);
    list.append(line);
  }
  return list;
};

interface PaperParts {
  readonly words: PaperWords;
  readonly legend: readonly LegendEntry[];
  readonly notes: string;
}

const mapPaper = (map: MapController, { words, legend, notes }: PaperParts): HTMLElement => {
  const paper = document.createElement('div');
  const canvas = document.createElement('canvas');
  copyOnto(canvas, map, words);
  const text = document.createElement('p');
  text.className = 'kk-print-map-notes';
  text.textContent = notes;
  paper.className = 'kk-print-map';
  paper.append(canvas, legendOf(legend), text);
  return paper;
};

/** Returns the types on the map in their colours; above the limit of the server, every type of the listing. */
export const useListingLegend = ({ features, tiled }: FeatureSet, { types }: ListingPlan): readonly LegendEntry[] => {
  const messages = useMessages();
  return useMemo(() => {
    const shown = new Set([...features.values()].map(({ type }) => type));
    const mapped = types.filter(({ name, view }) => (tiled ? view.place !== undefined : shown.has(name)));
    return mapped.map(({ name, view }) => ({
      name: messages.plural(name),
      colour: view.color ?? MAP_COLOURS.plain,
    }));
  }, [features, tiled, types, messages]);
};

/** Provides the listing with an image of its map when it prints. */
export const useListingPaper = (
  store: ListingStore,
  map: MapController | undefined,
  legend: readonly LegendEntry[],
): void => {
  const messages = useMessages();
  const words = usePaperWords();
  useEffect(() => {
    if (!map) return undefined;
    const source = (): string => {
      const name = attributionOf(map.base);
      return name === undefined ? '' : messages.format('map.source', { source: name });
    };
    return store.addPicture(() =>
      mapPaper(map, { words, legend, notes: `${messages.format('map.paperNotes')} ${source()}` }),
    );
  }, [store, map, words, legend, messages]);
};
