// A map on paper with the names of its layers.

import type { MapController } from 'src/client/map/MapController.ts';
import { MapPaper } from 'src/client/map/MapPaper.tsx';

interface PrintMapProps {
  readonly map: MapController;
  readonly title: string;
  readonly legend: readonly { readonly name: string; readonly colour: string }[];
  readonly done: () => void;
}

export const PrintMap = ({ map, title, legend, done }: PrintMapProps) => (
  <MapPaper map={map} title={title} done={done}>
    <ul>
      {legend.map(({ name, colour }) => (
        <li key={name}>
          <span className="kk-layer-colour" style={{ backgroundColor: colour }} /> {name}
        </li>
      ))}
    </ul>
  </MapPaper>
);
