// A sheet of paper with a map as it looks now: title, date, scale and source, and what is added below. Stands beside the page while it is
// printed.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { BaseMapSource } from 'src/client/map/BaseMapChoice.tsx';
import type { MapController } from 'src/client/map/MapController.ts';
import { ScaleBar } from 'src/client/map/ScaleBar.tsx';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/print.css';

interface MapPaperProps {
  readonly map: MapController;
  readonly title: string;
  /** What kind of sheet it is; stands before the name of the site. */
  readonly kind?: string;
  readonly done: () => void;
  readonly children: ReactNode;
}

/** All canvases of the map in one, which stays while the page is printed. */
export const copyOnto = (paper: HTMLCanvasElement, map: MapController): void => {
  const [width = 0, height = 0] = map.map.getSize() ?? [];
  const ratio = window.devicePixelRatio;
  Object.assign(paper, { width: width * ratio, height: height * ratio });
  const pen = paper.getContext('2d');
  if (!pen) return;
  map.onPaper(({ water }) => {
    pen.fillStyle = water;
    pen.fillRect(0, 0, paper.width, paper.height);
    for (const canvas of map.map
      .getViewport()
      .querySelectorAll<HTMLCanvasElement>('.ol-layer canvas, canvas.ol-layer')) {
      pen.globalAlpha = Number(canvas.parentElement?.style.opacity || canvas.style.opacity || 1);
      if (canvas.width > 0) pen.drawImage(canvas, 0, 0, paper.width, paper.height);
    }
  });
};

export const MapPaper = observer(({ map, title, kind, done, children }: MapPaperProps) => {
  const { site } = useClient();
  const messages = useMessages();
  const paper = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (paper.current) copyOnto(paper.current, map);
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [map, done]);
  return createPortal(
    <section className="kk-print kk-print-map kk-map-paper">
      <h1>{title}</h1>
      <p>
        {kind !== undefined && `${kind} · `}
        {site.siteName} · {formatDate(messages.intl, new Date().toISOString(), false)}
      </p>
      <canvas ref={paper} />
      <div className="kk-print-map-foot">
        <ScaleBar map={map} />
        <BaseMapSource map={map} />
      </div>
      {children}
    </section>,
    document.body,
  );
});
