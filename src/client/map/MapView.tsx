// Common frame of maps: name and description for screen readers, zoom, scale, source. Other controls are children.

import { observer } from 'mobx-react-lite';
import { useId, type ReactNode, type RefObject } from 'react';
import { BaseMapFailed, BaseMapMenu, BaseMapSource } from 'src/client/map/BaseMapChoice.tsx';
import type { MapController } from 'src/client/map/MapController.ts';
import type { LegendEntry } from 'src/client/map/MapLegend.tsx';
import { MapSheet } from 'src/client/map/MapSheet.tsx';
import { ScaleBar } from 'src/client/map/ScaleBar.tsx';
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
  /** Description of what is visible. */
  readonly description: string;
  /** Colours and lines of the map with their names, for paper. */
  readonly legend: readonly LegendEntry[];
  /** Fits everything into the view. */
  readonly fitAll?: (() => void) | undefined;
  /** True when a key opens the feature in the middle. */
  readonly opens?: boolean;
  readonly children?: ReactNode;
}

const locates = (): boolean => 'geolocation' in navigator;

const showPosition = (map: MapController, alerts: Client['alerts']): void =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => map.showHere(coords),
    ({ code, PERMISSION_DENIED }) => alerts.warn(code === PERMISSION_DENIED ? 'map.hereRefused' : 'map.hereUnknown'),
    { enableHighAccuracy: true, timeout: 20_000 },
  );

export const MapView = observer((props: MapViewProps) => {
  const { host, map, name, description, legend, fitAll, opens = false, children } = props;
  const messages = useMessages();
  const { alerts } = useClient();
  const described = useId();
  return (
    <div className="kk-map">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has keys of its own */}
      <div
        ref={host}
        className="kk-map-canvas"
        role="application"
        aria-label={name}
        aria-describedby={described}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the map, + and - zoom it
        tabIndex={0}
        data-ready={map?.place ? true : undefined}
        onKeyDown={(event) => {
          if (!opens || event.key !== 'Enter' || !map) return;
          if (!map.openMiddle()) alerts.announce(messages.format('map.nothingInMiddle'));
        }}
      />
      {opens && <span className="kk-map-cross kk-map-aim" aria-hidden />}
      <p id={described} className="kk-unseen">
        {description} {messages.format('map.keys')} {opens && messages.format('map.keyOpens')}
      </p>
      <div className="kk-map-zoom" role="group" aria-label={messages.format('map.zoom')}>
        <IconButton icon="plus" label={messages.format('map.zoomIn')} onClick={() => map?.zoom(1)} />
        <IconButton icon="minus" label={messages.format('map.zoomOut')} onClick={() => map?.zoom(-1)} />
        {locates() && (
          <IconButton
            icon="locate"
            label={messages.format('map.here')}
            onClick={() => map && showPosition(map, alerts)}
          />
        )}
        {fitAll && <IconButton icon="zoom-to-fit" label={messages.format('map.fitAll')} onClick={fitAll} />}
        <BaseMapMenu />
      </div>
      {map && <BaseMapFailed map={map} />}
      <div className="kk-map-foot">
        {map && <ScaleBar map={map} />}
        <BaseMapSource map={map} />
      </div>
      {children}
      {map && <MapSheet map={map} legend={legend} />}
    </div>
  );
});
