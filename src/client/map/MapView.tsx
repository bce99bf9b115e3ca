// A map with what every map has: a name and a description for who does not see it, zoom, scale, source. What else stands on it are children.

import { observer } from 'mobx-react-lite';
import { useId, type ReactNode, type RefObject } from 'react';
import type { MapController } from 'src/client/map/MapController.ts';
import { ScaleBar } from 'src/client/map/ScaleBar.tsx';
import { SHIPPED_SOURCE } from 'src/client/map/shippedBaseMap.ts';
import type { Client } from 'src/client/Client.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'ol/ol.css';
import 'src/client/map/map.css';

interface MapViewProps {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly map: MapController | undefined;
  readonly name: string;
  /** What it shows now, in words. */
  readonly description: string;
  /** Shows everything on it. */
  readonly fitAll?: (() => void) | undefined;
  readonly children?: ReactNode;
}

const locates = (): boolean => 'geolocation' in navigator;

const locate = (map: MapController, alerts: Client['alerts']): void =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => map.showHere(coords),
    ({ code, PERMISSION_DENIED }) => alerts.warn(code === PERMISSION_DENIED ? 'map.hereRefused' : 'map.hereUnknown'),
    { enableHighAccuracy: true, timeout: 20_000 },
  );

export const MapView = observer(({ host, map, name, description, fitAll, children }: MapViewProps) => {
  const messages = useMessages();
  const { alerts } = useClient();
  const described = useId();
  return (
    <div className="kk-map">
      <div
        ref={host}
        className="kk-map-canvas"
        role="application"
        aria-label={name}
        aria-describedby={described}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the map, + and - zoom it
        tabIndex={0}
        data-ready={map?.place ? true : undefined}
      />
      <p id={described} className="kk-unseen">
        {description} {messages.format('map.keys')}
      </p>
      <div className="kk-map-zoom" role="group" aria-label={messages.format('map.zoom')}>
        <IconButton icon="plus" label={messages.format('map.zoomIn')} onClick={() => map?.zoom(1)} />
        <IconButton icon="minus" label={messages.format('map.zoomOut')} onClick={() => map?.zoom(-1)} />
        {locates() && (
          <IconButton icon="locate" label={messages.format('map.here')} onClick={() => map && locate(map, alerts)} />
        )}
        {fitAll && <IconButton icon="zoom-to-fit" label={messages.format('map.fitAll')} onClick={fitAll} />}
      </div>
      <div className="kk-map-foot">
        {map && <ScaleBar map={map} />}
        <span className="kk-map-source">{messages.format('map.source', { source: SHIPPED_SOURCE })}</span>
      </div>
      {children}
    </div>
  );
});
