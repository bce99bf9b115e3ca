// A map on paper with the names of its layers.

import type { MapController } from 'src/client/map/MapController.ts';
import { MapLegend, type LegendEntry } from 'src/client/map/MapLegend.tsx';
import { MapPaper } from 'src/client/map/MapPaper.tsx';

interface PrintMapProps {
  readonly map: MapController;
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  readonly done: () => void;
}

export const PrintMap = ({ map, title, legend, done }: PrintMapProps) => (
  <MapPaper map={map} title={title} done={done}>
    <MapLegend entries={legend} />
  </MapPaper>
);
