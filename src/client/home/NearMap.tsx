// Small map on home with the places of what is near its deadline. The list below the map contains the same with the days that are left.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ListUnread } from 'src/client/home/ChangedLine.tsx';
import type { DueEntry } from 'src/client/home/dayEntries.ts';
import { DaysLeft } from 'src/client/home/DaysLeft.tsx';
import { useDays } from 'src/client/home/useDays.ts';
import 'src/client/intl/laterMessages.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { MapPopup } from 'src/client/map/MapPopup.tsx';
import { MapView } from 'src/client/map/MapView.tsx';
import { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
import { useHit } from 'src/client/map/useHit.ts';
import { useMap } from 'src/client/map/useMap.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Days within which an entry is near. */
const MAX_DAYS_LEFT = 60;
const MAX_NEAR = 30;
const LINES_SHOWN = 4;

const NearView = observer(({ set }: { readonly set: FeatureSet }) => {
  const { registry, site } = useClient();
  const messages = useMessages();
  const { host, map } = useMap({ bounds: site.defaultBounds, wheel: false });
  const { hit, close, pointed } = useHit(map, [set]);
  useFeatureLayer(map, set, { selected: '', open: undefined, pointed });
  const { bounds } = set;
  const around = set.loading ? undefined : bounds?.join(' ');
  useEffect(() => {
    const [west = 0, south = 0, east = 0, north = 0] = around?.split(' ').map(Number) ?? [];
    if (map && around !== undefined) map.fit([west, south, east, north], { glide: false });
  }, [map, around]);
  const types = [...new Set([...set.features.keys()].map(typeOfId))];
  return (
    <div className="kk-place-map kk-near-map">
      <MapView
        host={host}
        map={map}
        opens
        name={messages.format('home.near.map')}
        description={messages.format('home.near.count', { count: set.count })}
        legend={types.map((type) => ({
          name: messages.plural(type),
          colour: registry.types[type]?.view.color ?? MAP_COLOURS.plain,
        }))}
        fitAll={bounds && map ? () => map.fit(bounds) : undefined}
      >
        {map && hit && (
          <MapPopup map={map} hit={hit} close={close} row={(id) => <ItemLink id={id} className="kk-row-title" />} />
        )}
      </MapView>
    </div>
  );
});

const NearPlaces = observer(({ near }: { readonly near: readonly DueEntry[] }) => {
  const messages = useMessages();
  const types = [...new Set(near.map(({ id }) => typeOfId(id)))];
  const $id = near.map(({ id }) => id);
  const set = useFeatureSet({ query: { must: { _t: types, $id } }, types });
  if (!set.loading && set.failure === undefined && set.count === 0)
    return <p className="kk-soft">{messages.format('home.near.none')}</p>;
  return (
    <>
      <NearView set={set} />
      <ul className="kk-plain-list kk-lines-list">
        {near
          .filter(({ id }) => set.features.has(id))
          .slice(0, LINES_SHOWN)
          .map((entry) => (
            <li key={entry.id}>
              <div className="kk-fill">
                <ItemLink id={entry.id} />
              </div>
              <DaysLeft entry={entry} />
            </li>
          ))}
      </ul>
    </>
  );
});

export const NearMap = observer(() => {
  const { registry } = useClient();
  const messages = useMessages();
  const { entries, failure, isPartial, again } = useDays();
  if (!entries) return failure === undefined ? <Loading /> : <ListUnread again={again} failure={failure} />;
  const near = entries
    .filter(({ id, inDays }) => inDays <= MAX_DAYS_LEFT && registry.types[typeOfId(id)]?.view.place !== undefined)
    .slice(0, MAX_NEAR);
  if (near.length === 0 && isPartial) return <ListUnread again={again} failure={failure} />;
  if (near.length === 0) return <p className="kk-soft">{messages.format('home.near.none')}</p>;
  return <NearPlaces near={near} />;
});
