// Popup at the clicked features: their names, which open the next column, with the content of list rows. Opened by a key, it takes the
// focus, and returns it to the map when it is closed.

import { unByKey } from 'ol/Observable.js';
import Overlay from 'ol/Overlay.js';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { MapController } from 'src/client/map/MapController.ts';
import type { Hit } from 'src/client/map/useHit.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface MapPopupProps {
  readonly map: MapController;
  readonly hit: Hit;
  readonly close: () => void;
  readonly row: (id: ItemId) => ReactNode;
}

/** Pixels between the popup and its point. */
const DISTANCE = 14;

const PAN = { margin: 12, animation: { duration: 0 } } as const;

/** Above a point in the upper half, the popup would be behind the controls of the map. */
const isInUpperHalf = ({ map }: MapController, at: readonly number[]): boolean => {
  const [, y = Infinity] = map.getPixelFromCoordinate([...at]) ?? [];
  const [, height = 0] = map.getSize() ?? [];
  return y < height / 2;
};

const useOverlay = (map: MapController, at: readonly number[]): HTMLElement => {
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    const isBelow = isInUpperHalf(map, at);
    const overlay = new Overlay({
      element,
      position: [...at],
      positioning: isBelow ? 'top-center' : 'bottom-center',
      offset: [0, isBelow ? DISTANCE : -DISTANCE],
      autoPan: PAN,
    });
    map.map.addOverlay(overlay);
    // A column that opens next to the map takes half of its width.
    const staysInView = map.map.on('change:size', () => map.map.once('postrender', () => overlay.panIntoView(PAN)));
    const frame = map.map.getTargetElement()?.closest('.kk-map');
    frame?.toggleAttribute('data-popup', true);
    return () => {
      frame?.toggleAttribute('data-popup', false);
      unByKey(staysInView);
      map.map.removeOverlay(overlay);
      overlay.dispose();
    };
  }, [map, at, element]);
  return element;
};

/** Closes the popup by Escape also while the map has the focus, or while no element has it, as after a click. */
const useEscape = ({ map }: MapController, leave: () => void): void => {
  useEffect(() => {
    const frame = map.getTargetElement()?.closest('.kk-map');
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const isHere = target === document.body || (target instanceof Node && frame?.contains(target) === true);
      if (key !== 'Escape' || !isHere) return;
      event.stopPropagation();
      leave();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  });
};

export const MapPopup = ({ map, hit, close, row }: MapPopupProps) => {
  const messages = useMessages();
  const { ids, more, at, byKey } = hit;
  const element = useOverlay(map, at);
  useEffect(() => {
    if (byKey) element.querySelector<HTMLElement>('a, button')?.focus();
  }, [element, byKey, ids]);
  const leave = (): void => {
    if (element.contains(document.activeElement)) map.focus();
    close();
  };
  useEscape(map, leave);
  return createPortal(
    <div className="kk-map-popup" role="group" aria-label={messages.format('map.popup')}>
      <ul className="kk-plain-list">
        {ids.map((id) => (
          <li key={id}>{row(id)}</li>
        ))}
      </ul>
      {more > 0 && (
        <p className="kk-map-popup-more">
          {messages.format('map.moreHere', { count: more })}{' '}
          <Button
            size="small"
            icon="zoom-in"
            onClick={() => {
              leave();
              map.closeIn(at);
            }}
          >
            {messages.format('map.zoomIn')}
          </Button>
        </p>
      )}
      <span className="kk-map-popup-close">
        <IconButton size="small" icon="cross" label={messages.format('app.close')} onClick={leave} />
      </span>
    </div>,
    element,
  );
};
