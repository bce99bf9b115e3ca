// Print version of an overlap: its present map, its table and the date. Rendered next to the page while it is printed.

import { observer } from 'mobx-react-lite';
import { useClient, useMessages } from 'src/client/extend.ts';
import { type MapController, MapLegend, MapPaper } from 'src/client/extendMap.ts';
import { overlapLegend } from 'src/domain/consult/overlap/overlapLegend.client.ts';
import { bandName, rowName } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { colourOfRow } from 'src/domain/consult/overlap/rowColours.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';

interface OverlapPaperProps {
  readonly map: MapController;
  readonly label: string;
  readonly overlap: Overlap;
  readonly done: () => void;
}

export const OverlapPaper = observer(({ map, label, overlap, done }: OverlapPaperProps) => {
  const client = useClient();
  const messages = useMessages();
  const distances = overlap.bands.map(({ within }) => within);
  return (
    <MapPaper map={map} title={label} kind={messages.format('overlap.and')} done={done}>
      <MapLegend entries={overlapLegend(client, messages, overlap)} />
      <table>
        <thead>
          <tr>
            <th>{messages.format('overlap.kind')}</th>
            {distances.map((within, band) => (
              <th key={within}>{bandName(messages, distances, band)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {overlap.rows.map((row, at) => (
            <tr key={`${row.type} ${row.kind ?? ''}`}>
              <th>
                <span className="kk-layer-colour" style={{ backgroundColor: colourOfRow(at) }} />{' '}
                {rowName(client, messages, row)}
              </th>
              {distances.map((within, band) => (
                <td key={within}>{row.counts[band] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </MapPaper>
  );
});
