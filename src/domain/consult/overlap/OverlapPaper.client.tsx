// Print version of an overlap: its present map, its table and the date. Rendered next to the page while it is printed.

import { observer } from 'mobx-react-lite';
import { useClient, useMessages } from 'src/client/extend.ts';
import { type MapController, MapLegend, MapPaper } from 'src/client/extendMap.ts';
import { overlapLegend } from 'src/domain/consult/overlap/overlapLegend.client.ts';
import { bandName, rowName, rowsOnMap, uncountedNote } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { rowColours } from 'src/domain/consult/overlap/rowColours.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';

interface OverlapPaperProps {
  readonly map: MapController;
  readonly label: string;
  readonly overlap: Overlap;
  /** Types that the counts leave out and that are on the map. */
  readonly others: readonly string[];
  readonly done: () => void;
}

export const OverlapPaper = observer(({ map, label, overlap, others, done }: OverlapPaperProps) => {
  const client = useClient();
  const messages = useMessages();
  const colours = rowColours(client, overlap.rows);
  const uncounted = uncountedNote(client, messages, overlap);
  const distances = overlap.bands.map(({ within }) => within);
  return (
    <MapPaper map={map} title={label} kind={messages.format('overlap.and')} done={done}>
      <MapLegend entries={overlapLegend(client, messages, overlap, others)} />
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
          {rowsOnMap(client, overlap, others).map(({ row, at }) => (
            <tr key={`${row.type} ${row.kind ?? ''}`}>
              <th>
                <span className="kk-layer-colour" style={{ backgroundColor: colours[at] }} />{' '}
                {rowName(client, messages, row)}
              </th>
              {distances.map((within, band) => (
                <td key={within}>{row.counts[band] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {uncounted !== undefined && <p>{uncounted}</p>}
    </MapPaper>
  );
});
