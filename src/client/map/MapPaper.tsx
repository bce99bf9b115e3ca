// Printed sheet with the current map: title, date, map with scale and north arrow, source, datum, and further content below. It is part of
// the page only while printing.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { MapController } from 'src/client/map/MapController.ts';
import { PaperNotes } from 'src/client/map/PaperNotes.tsx';
import { copyOnto } from 'src/client/map/paperMap.ts';
import { usePaperWords } from 'src/client/map/usePaperWords.ts';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/print.css';

interface MapPaperProps {
  readonly map: MapController;
  readonly title: string;
  /** Kind of sheet, shown before the name of the site. */
  readonly kind?: string;
  readonly done: () => void;
  readonly children: ReactNode;
}

/** Returns true when the map is larger on a landscape page. */
const isWideMap = ({ map }: MapController): boolean => {
  const [width = 0, height = 0] = map.getSize() ?? [];
  return width > height;
};

export const MapPaper = observer(({ map, title, kind, done, children }: MapPaperProps) => {
  const { site, day } = useClient();
  const messages = useMessages();
  const paper = useRef<HTMLCanvasElement>(null);
  const words = usePaperWords();
  useEffect(() => {
    if (paper.current) copyOnto(paper.current, map, words);
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [map, words, done]);
  return createPortal(
    <section className={`kk-print kk-print-map kk-map-paper${isWideMap(map) ? ' kk-print-wide' : ''}`}>
      <h1>{title}</h1>
      <p>
        {kind !== undefined && `${kind} · `}
        {site.siteName} · {formatDate(messages.intl, day.today)}
      </p>
      <canvas ref={paper} />
      <PaperNotes map={map} />
      {children}
    </section>,
    document.body,
  );
});
