// What was clicked, beside where it stands on the map: names that lead to the next column, with what a row of a list says.

import Overlay from 'ol/Overlay.js';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { MapController } from 'src/client/map/MapController.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface MapPopupProps {
  readonly map: MapController;
  /** Web mercator. */
  readonly at: readonly number[];
  readonly close: () => void;
  readonly children: ReactNode;
}

export const MapPopup = ({ map, at, close, children }: MapPopupProps) => {
  const messages = useMessages();
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    const overlay = new Overlay({
      element,
      position: [...at],
      positioning: 'bottom-center',
      offset: [0, -14],
      autoPan: { margin: 12, animation: { duration: 0 } },
    });
    map.map.addOverlay(overlay);
    return () => {
      map.map.removeOverlay(overlay);
      overlay.dispose();
    };
  }, [map, at, element]);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as its button does
    <div
      className="kk-map-popup"
      role="group"
      aria-label={messages.format('map.popup')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {children}
      <span className="kk-map-popup-close">
        <IconButton size="small" icon="cross" label={messages.format('app.close')} onClick={close} />
      </span>
    </div>,
    element,
  );
};
