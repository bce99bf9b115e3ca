// Choice of the base map: in the layers of the map screen, as a menu on every map, and as a way back when one is unreachable.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { chooseGround, chosenGround, groundsOf, type Ground } from 'src/client/map/chosenBaseMap.ts';
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

const keyOfGround = (ground: Ground): string => (typeof ground === 'string' ? `:${ground}` : ground.name);

/** Returns the name of a ground in the list of base maps. */
const useGroundName = (): ((ground: Ground) => string) => {
  const messages = useMessages();
  return (ground) => {
    if (ground === 'none') return messages.format('map.noBaseMap');
    return ground === 'shipped' ? messages.format('map.shippedBaseMap', { source: SHIPPED_SOURCE }) : ground.name;
  };
};

export const BaseMapRadios = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const nameOf = useGroundName();
  const name = useId();
  const chosen = chosenGround(client);
  return (
    <fieldset className="kk-layer-group kk-base-maps">
      <legend>{messages.format('map.baseMap')}</legend>
      {groundsOf(client).map((ground) => (
        <label key={keyOfGround(ground)} className="kk-layer-line">
          <input type="radio" name={name} checked={ground === chosen} onChange={() => chooseGround(client, ground)} />
          <span dir="auto">{nameOf(ground)}</span>
        </label>
      ))}
    </fieldset>
  );
});

export const BaseMapMenu = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const nameOf = useGroundName();
  const chosen = chosenGround(client);
  return (
    <MenuButton
      label={messages.format('map.baseMap')}
      placement="bottom-end"
      parts={groundsOf(client).map((ground) => ({
        key: keyOfGround(ground),
        text: nameOf(ground),
        choice: 'one',
        checked: ground === chosen,
        onClick: () => chooseGround(client, ground),
      }))}
      opener={(opener) => <IconButton {...opener} icon="map" label={messages.format('map.baseMap')} />}
    />
  );
});

/** Returns the attribution of a ground; undefined for a plain one. */
export const attributionOf = (ground: Ground): string | undefined => {
  if (ground === 'none') return undefined;
  return ground === 'shipped' ? SHIPPED_SOURCE : ground.attribution;
};

/** Attribution of the visible base map. */
export const BaseMapSource = observer(({ map }: { readonly map: MapController | undefined }) => {
  const base = map?.base ?? 'shipped';
  const name = attributionOf(base);
  if (name === undefined) return null;
  const source =
    typeof base === 'string' || base.attributionUrl === undefined ? (
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
  if (!unreached || typeof map.base === 'string') return null;
  return (
    <div className="kk-map-base-failed" role="alert">
      <Band
        tone="warning"
        actions={
          <Button size="small" onClick={() => chooseGround(client, 'shipped')}>
            {messages.format('map.useShipped', { source: SHIPPED_SOURCE })}
          </Button>
        }
      >
        {messages.format('map.baseMapFailed', { name: map.base.name })}
      </Band>
    </div>
  );
});
