// Areas of a base map for work without a connection: the person moves a map to the area, sees its size, and keeps or removes it.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, IconButton, useClient, useMessages, type Client } from 'src/client/extendFrame.ts';
import {
  areaOnMap,
  boundsRing,
  chosenGround,
  furthestColour,
  keepArea,
  keptAreas,
  MapView,
  MOST_AREA_TILES,
  removeArea,
  sizeOfArea,
  useMap,
  type AreaPlan,
  type AreaSize,
  type Bounds,
  type KeptArea,
  type MapController,
} from 'src/client/extendMap.ts';

/** Zoom levels below the most detailed one of the base map. */
const DETAILS = { full: 0, less: 2, overview: 4 } as const;
type Detail = keyof typeof DETAILS;

const AREA_COLOUR = furthestColour([]);
const MEGABYTE_OF_AREAS = 1_000_000;
const KM_OF_DEGREE = 111.2;

const inTenthsOfMegabytes = (bytes: number): number => Math.max(0.1, Math.round((bytes / MEGABYTE_OF_AREAS) * 10) / 10);

const kilometresOfArea = ([west, south, east, north]: Bounds) => {
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return {
    wide: Math.max(1, Math.round((east - west) * KM_OF_DEGREE * shrink)),
    high: Math.max(1, Math.round((north - south) * KM_OF_DEGREE)),
  };
};

/** Base maps whose files are on the site's own server. */
const keepableMaps = ({ site }: Client) =>
  site.baseMaps.filter(({ kind }) => kind === 'PMTILES_VECTOR' || kind === 'PMTILES_RASTER');

interface WantedArea {
  /** Undefined where the visible base map cannot be kept or does not have the area. */
  readonly plan: AreaPlan | undefined;
  readonly isForeign: boolean;
}

const wantedArea = (client: Client, map: MapController | undefined, detail: Detail): WantedArea => {
  const ground = chosenGround(client);
  const base = keepableMaps(client).find((each) => each === ground);
  if (!base || !map?.place) return { plan: undefined, isForeign: !base };
  const bounds = areaOnMap(base, map.place.bounds);
  const most = base.maxZoom ?? 0;
  const maxZoom = Math.max(base.minZoom ?? 0, most - DETAILS[detail]);
  return { plan: bounds && { map: base, bounds, maxZoom }, isForeign: false };
};

/** Returns the size of an area; undefined while it is not known. */
const useAreaSize = (plan: AreaPlan | undefined): AreaSize | undefined => {
  const [known, setKnown] = useState<{ readonly key: string; readonly size: AreaSize }>();
  const key = plan && `${plan.map.url} ${plan.bounds.join(' ')} ${plan.maxZoom}`;
  useEffect(() => {
    let isOver = false;
    if (plan && key !== undefined)
      sizeOfArea(plan).then(
        (size) => {
          if (!isOver) setKnown({ key, size });
        },
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [key]); // oxlint-disable-line react/exhaustive-deps -- the key names the plan
  return known?.key === key ? known?.size : undefined;
};

interface AreaLoading {
  readonly areas: readonly KeptArea[];
  /** Undefined while nothing is loading. */
  readonly progress: { readonly done: number; readonly tiles: number } | undefined;
  readonly hasFailed: boolean;
  readonly keep: (plan: AreaPlan, size: AreaSize) => void;
  readonly cancel: () => void;
  readonly remove: (id: string) => void;
}

const useKeptAreas = (): AreaLoading => {
  const { site } = useClient();
  const [areas, setAreas] = useState(keptAreas);
  const [progress, setProgress] = useState<AreaLoading['progress']>();
  const [hasFailed, setHasFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const keep = (plan: AreaPlan, { tiles }: AreaSize): void => {
    const ending = new AbortController();
    running.current = ending;
    setHasFailed(false);
    setProgress({ done: 0, tiles });
    keepArea(plan, { signal: ending.signal, progress: (done) => setProgress({ done, tiles }) })
      .catch(() => setHasFailed(!ending.signal.aborted))
      .finally(() => {
        setProgress(undefined);
        setAreas(keptAreas());
      });
  };
  const remove = (id: string): void => void removeArea(id, site.baseMaps).then(() => setAreas(keptAreas()));
  return { areas, progress, hasFailed, keep, cancel: () => running.current?.abort(), remove };
};

/** Returns the outline of an area. A filled area would hide the colours of the base map. */
const outlineOf = (bounds: Bounds) => ({ type: 'LineString', coordinates: boundsRing(bounds) });

/** Draws the areas of this device. */
const useAreaShapes = (map: MapController | undefined, areas: readonly KeptArea[]): void => {
  const layer = useMemo(() => map?.addLayer(), [map]);
  const theme = map?.theme;
  useEffect(() => {
    const shapes = areas.map(({ id, bounds }) => {
      const shape = { $id: id, type: '', label: '', geometry: outlineOf(bounds), bbox: bounds };
      return [id, shape] as const;
    });
    layer?.show(new Map(shapes));
  }, [layer, areas]);
  useEffect(() => {
    if (theme) layer?.style({ theme, colourOf: () => AREA_COLOUR, selected: new Set(), pointed: undefined });
  }, [layer, theme]);
};

const AreaList = ({ areas, remove }: Pick<AreaLoading, 'areas' | 'remove'>) => {
  const messages = useMessages();
  return (
    <ul className="kk-field-areas">
      {areas.map(({ id, name, bounds, bytes }) => {
        const values = { name, ...kilometresOfArea(bounds), megabytes: inTenthsOfMegabytes(bytes) };
        const text = messages.format('field.areas.kept', values);
        return (
          <li key={id}>
            <span>{text}</span>
            <IconButton
              icon="trash"
              label={messages.format('field.areas.remove', { name: text })}
              onClick={() => remove(id)}
            />
          </li>
        );
      })}
    </ul>
  );
};

interface KeepButtonProps extends WantedArea {
  readonly loading: AreaLoading;
}

const KeepButton = observer(({ plan, isForeign, loading }: KeepButtonProps) => {
  const { connection } = useClient();
  const messages = useMessages();
  const size = useAreaSize(plan);
  const { progress, keep, cancel, hasFailed } = loading;
  if (progress) {
    const text = messages.format('field.areas.loading', progress);
    return (
      <div className="kk-field-areas-loading">
        <progress value={progress.done} max={progress.tiles} aria-label={text} /> <span>{text}</span>
        <Button onClick={cancel}>{messages.format('field.areas.cancel')}</Button>
      </div>
    );
  }
  const isTooLarge = size !== undefined && size.tiles > MOST_AREA_TILES;
  const reason = isForeign
    ? 'field.areas.foreign'
    : !connection.live
      ? 'field.areas.offline'
      : !plan
        ? 'field.areas.nothing'
        : isTooLarge
          ? 'field.areas.tooLarge'
          : undefined;
  const known = size && messages.format('field.areas.about', { megabytes: inTenthsOfMegabytes(size.bytes) });
  return (
    <>
      <p role="status">{reason === undefined ? known : messages.format(reason)}</p>
      {hasFailed && <p role="alert">{messages.format('field.areas.failed')}</p>}
      <Button
        size="large"
        fill
        className="kk-field-main"
        disabled={reason !== undefined || size === undefined}
        onClick={() => plan && size && keep(plan, size)}
      >
        {messages.format('field.areas.keep')}
      </Button>
    </>
  );
});

export const MapAreas = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const [detail, setDetail] = useState<Detail>('full');
  const loading = useKeptAreas();
  const { areas } = loading;
  const [first] = useState(() => keepableMaps(client)[0]?.bounds ?? client.site.defaultBounds);
  const { host, map } = useMap({ bounds: first, wheel: false });
  useAreaShapes(map, areas);
  const wanted = wantedArea(client, map, detail);
  return (
    <>
      <p>{messages.format('field.areas.explain')}</p>
      <div className="kk-field-map">
        <MapView
          host={host}
          map={map}
          name={messages.format('field.areas.mapName')}
          description={messages.format('field.areas.mapShows', { count: areas.length })}
          legend={[{ name: messages.format('field.areas.mapName'), colour: AREA_COLOUR }]}
        />
      </div>
      <label className="kk-field-areas-detail">
        <span>{messages.format('field.areas.detail')}</span>
        <select value={detail} onChange={({ target }) => setDetail(target.value as Detail)}>
          {Object.keys(DETAILS).map((each) => (
            <option key={each} value={each}>
              {messages.format(`field.areas.details.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <KeepButton {...wanted} loading={loading} />
      {areas.length > 0 && <AreaList areas={areas} remove={loading.remove} />}
    </>
  );
});
