// Prints a map in a page: an image with its legend and notes replaces the live map, which keeps its size on the screen. The image is part
// of the page only while printing.

import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MapController } from 'src/client/map/MapController.ts';
import { MapLegend, type LegendEntry } from 'src/client/map/MapLegend.tsx';
import { PaperNotes } from 'src/client/map/PaperNotes.tsx';
import { copyOnto } from 'src/client/map/paperMap.ts';
import { usePaperWords } from 'src/client/map/usePaperWords.ts';

interface MapSheetProps {
  readonly map: MapController;
  readonly legend: readonly LegendEntry[];
}

const Sheet = observer(({ map, legend }: MapSheetProps) => {
  const picture = useRef<HTMLCanvasElement>(null);
  const words = usePaperWords();
  useLayoutEffect(() => {
    if (picture.current) copyOnto(picture.current, map, words);
  }, [map, words]);
  return (
    <div className="kk-map-sheet kk-map-paper kk-print-map">
      <canvas ref={picture} />
      <MapLegend entries={legend} />
      <PaperNotes map={map} />
    </div>
  );
});

export const MapSheet = (props: MapSheetProps) => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the printed page as soon as the event ends.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing && <Sheet {...props} />;
};
