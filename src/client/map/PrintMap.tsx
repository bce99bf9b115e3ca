// A map on paper: what is in view with its title, scale, source, layers and date. Stands beside the page while it is printed.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { BaseMapSource } from 'src/client/map/BaseMapChoice.tsx';
import type { MapController } from 'src/client/map/MapController.ts';
import { ScaleBar } from 'src/client/map/ScaleBar.tsx';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/print.css';

interface PrintMapProps {
  readonly map: MapController;
  readonly title: string;
  readonly legend: readonly { readonly name: string; readonly colour: string }[];
  readonly done: () => void;
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

export const PrintMap = observer(({ map, title, legend, done }: PrintMapProps) => {
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
        {site.siteName} · {formatDate(messages.intl, new Date().toISOString(), false)}
      </p>
      <canvas ref={paper} />
      <div className="kk-print-map-foot">
        <ScaleBar map={map} />
        <BaseMapSource map={map} />
      </div>
      <ul>
        {legend.map(({ name, colour }) => (
          <li key={name}>
            <span className="kk-layer-colour" style={{ backgroundColor: colour }} /> {name}
          </li>
        ))}
      </ul>
    </section>,
    document.body,
  );
});
