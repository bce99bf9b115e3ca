// Choice of the base map: in the layers of the map screen, as a menu on every map, and as a way back when one is unreachable. Hidden when
// the site has no base maps of its own.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { chooseBaseMap, chosenBaseMap } from 'src/client/map/chosenBaseMap.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { SHIPPED_SOURCE } from 'src/client/map/shippedBaseMap.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useDelayed } from 'src/client/ui/Loading.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { Band } from 'src/client/ui/Notice.tsx';

/** The first tiles of a map may be outside of its area. */
const UNREACHED_AFTER_MS = 1_000;

export const BaseMapRadios = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const name = useId();
  const { baseMaps } = client.site;
  const chosen = chosenBaseMap(client);
  if (baseMaps.length === 0) return null;
  return (
    <fieldset className="kk-layer-group kk-base-maps">
      <legend>{messages.format('map.baseMap')}</legend>
      {[...baseMaps, undefined].map((map) => (
        <label key={map?.name ?? ''} className="kk-layer-line">
          <input type="radio" name={name} checked={map === chosen} onChange={() => chooseBaseMap(client, map)} />
          <span dir="auto">{map?.name ?? messages.format('map.shippedBaseMap', { source: SHIPPED_SOURCE })}</span>
        </label>
      ))}
    </fieldset>
  );
});

export const BaseMapMenu = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const { baseMaps } = client.site;
  const chosen = chosenBaseMap(client);
  if (baseMaps.length === 0) return null;
  return (
    <MenuButton
      label={messages.format('map.baseMap')}
      placement="bottom-end"
      parts={[...baseMaps, undefined].map((map) => ({
        key: map?.name ?? '',
        text: map?.name ?? messages.format('map.shippedBaseMap', { source: SHIPPED_SOURCE }),
        choice: 'one',
        checked: map === chosen,
        onClick: () => chooseBaseMap(client, map),
      }))}
      opener={(opener) => <IconButton {...opener} icon="map" label={messages.format('map.baseMap')} />}
    />
  );
});

/** Attribution of the visible base map. */
export const BaseMapSource = observer(({ map }: { readonly map: MapController | undefined }) => {
  const base = map?.base;
  const name = base?.attribution ?? SHIPPED_SOURCE;
  const source =
    base?.attributionUrl === undefined ? (
      name
    ) : (
      <a href={base.attributionUrl} target="_blank" rel="noreferrer">
        {name}
      </a>
    );
  return (
    <span className="kk-map-source">
      <FormattedMessage id="map.source" values={{ source }} />
    </span>
  );
});

export const BaseMapFailed = observer(({ map }: { readonly map: MapController }) => {
  const client = useClient();
  const messages = useMessages();
  const unreached = useDelayed(map.unreached, UNREACHED_AFTER_MS);
  if (!unreached || !map.base) return null;
  return (
    <div className="kk-map-base-failed" role="alert">
      <Band
        tone="warning"
        actions={
          <Button size="small" onClick={() => chooseBaseMap(client, undefined)}>
            {messages.format('map.useShipped', { source: SHIPPED_SOURCE })}
          </Button>
        }
      >
        {messages.format('map.baseMapFailed', { name: map.base.name })}
      </Band>
    </div>
  );
});
