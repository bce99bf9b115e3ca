// An overlap on paper: its map as it looks now, its table and the date. Stands beside the page while it is printed.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { BaseMapSource } from 'src/client/map/BaseMapChoice.tsx';
import type { MapController } from 'src/client/map/MapController.ts';
import { copyOnto } from 'src/client/map/PrintMap.tsx';
import { ScaleBar } from 'src/client/map/ScaleBar.tsx';
import { bandName, rowName } from 'src/client/overlap/overlapWords.ts';
import { colourOfRow } from 'src/client/overlap/rowColours.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import 'src/client/displays/print.css';

interface OverlapPaperProps {
  readonly map: MapController;
  readonly label: string;
  readonly overlap: Overlap;
  readonly done: () => void;
}

export const OverlapPaper = observer(({ map, label, overlap, done }: OverlapPaperProps) => {
  const client = useClient();
  const messages = useMessages();
  const paper = useRef<HTMLCanvasElement>(null);
  const distances = overlap.bands.map(({ within }) => within);
  useEffect(() => {
    if (paper.current) copyOnto(paper.current, map);
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [map, done]);
  return createPortal(
    <section className="kk-print kk-print-map kk-map-paper">
      <h1>{label}</h1>
      <p>
        {messages.format('overlap.and')} · {client.site.siteName} ·{' '}
        {formatDate(messages.intl, new Date().toISOString(), false)}
      </p>
      <canvas ref={paper} />
      <div className="kk-print-map-foot">
        <ScaleBar map={map} />
        <BaseMapSource map={map} />
      </div>
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
    </section>,
    document.body,
  );
});
