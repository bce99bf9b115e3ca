// Shows the layers of a geographic file to choose from, and its places on a map, before the columns are mapped.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo } from 'react';
import { GeoFileLayers, GeoFileSummary } from 'src/client/geoFiles/GeoFileFacts.tsx';
import { boundsOfLayers, shownFeatures } from 'src/client/geoFiles/shownFeatures.ts';
import type { Table } from 'src/client/tableImport/useTable.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { GeoFilePreview } from 'src/model/generated/wire.ts';

const GeoFileMap = lazy(() =>
  import('src/client/geoFiles/GeoFileMap.tsx').then((module) => ({ default: module.GeoFileMap })),
);

interface PlacesProps {
  readonly table: Table;
  readonly preview: GeoFilePreview;
}

export const PlacesPreview = observer(({ table, preview }: PlacesProps) => {
  const messages = useMessages();
  const { choices, read } = table;
  const { layers } = preview;
  const chosen = useMemo(
    () => new Set(layers.flatMap(({ name }, at) => (choices.layers?.includes(name) === false ? [] : [at]))),
    [layers, choices.layers],
  );
  const features = useMemo(() => shownFeatures(messages, preview, chosen), [messages, preview, chosen]);
  const bounds = useMemo(() => boundsOfLayers(preview, chosen), [preview, chosen]);
  const good = layers.reduce((sum, { rows, refused }, at) => sum + (chosen.has(at) ? rows - refused : 0), 0);
  // The file is read again without the layers that are left out; one of them stays.
  const choose = (next: ReadonlySet<number>): void => {
    if (next.size > 0) read({ ...choices, layers: [...new Set([...next].map((at) => layers[at]?.name ?? ''))] });
  };
  return (
    <>
      <GeoFileSummary preview={preview} />
      <GeoFileLayers preview={preview} chosen={chosen} choose={choose} />
      <Suspense fallback={null}>
        <GeoFileMap features={features} bounds={bounds} />
      </Suspense>
      {good > features.length && (
        <p className="kk-soft">{messages.format('importPlaces.firstShown', { shown: features.length, count: good })}</p>
      )}
    </>
  );
});
