// Map of a geometry field: draws its value and reports what is drawn, moved, cut and removed. Loaded when a form shows such a field. The
// coordinates below it contain the same without a map.

import type { GeometryMapProps } from 'src/client/ClientParts.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { boundsOf, type Bounds } from 'src/client/fields/text/geometry.ts';
import {
  addableKinds,
  allowsSeveral,
  geometryOf,
  shapePartsOf,
  type ShapePart,
} from 'src/client/fields/text/shapes.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { DrawBar } from 'src/client/map/DrawBar.tsx';
import { boundsAround } from 'src/client/map/inView.ts';
import type { LegendEntry } from 'src/client/map/MapLegend.tsx';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import { MapView } from 'src/client/map/MapView.tsx';
import type { DrawTool } from 'src/client/map/ShapeEditor.ts';
import { splitBy } from 'src/client/map/splitShape.ts';
import { useMap } from 'src/client/map/useMap.ts';
import { OtherPlaces } from 'src/client/map/OtherPlaces.tsx';
import { PlaceSearch } from 'src/client/map/PlaceSearch.tsx';
import { useRegion } from 'src/client/map/useRegion.ts';
import { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import 'src/client/intl/laterMessages.ts';

const TOOL_ICONS: Readonly<Record<DrawTool, string>> = {
  Point: 'map-marker',
  LineString: 'route',
  Polygon: 'polygon-filter',
  cut: 'cut',
};

/** Keeps the values before each change on the map. */
const useUndo = (value: Json | undefined, set: GeometryMapProps['set']) => {
  const [before, setBefore] = useState<readonly (Json | undefined)[]>([]);
  return {
    change: (next: Json | undefined): void => {
      setBefore([...before, value]);
      set(next);
    },
    undo:
      before.length === 0
        ? undefined
        : () => {
            setBefore(before.slice(0, -1));
            set(before.at(-1));
          },
  };
};

/** Keeps the height of the tools, so that the map does not move under the finger when a drawn shape leaves fewer of them. */
const useSteadyToolbar = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [minBlockSize, setHeight] = useState<number>();
  return { toolbar: { ref, style: { minBlockSize } }, keepHeight: () => setHeight(ref.current?.offsetHeight) };
};

/** Moves the map to the value and to places from other sources, and to typed positions outside of the view. */
const useLookAt = (map: ReturnType<typeof useMap>['map'], bounds: Bounds | undefined, taken: number): void => {
  const fitted = useRef(false);
  const takenBefore = useRef(taken);
  const key = bounds?.join(' ');
  useEffect(() => {
    if (!map) return;
    if (key === undefined) {
      // A first drawing is already in view.
      fitted.current = true;
      return;
    }
    const [west = 0, south = 0, east = 0, north = 0] = key.split(' ').map(Number);
    if (fitted.current && takenBefore.current === taken) map.bringIn([west, south, east, north]);
    else map.fit([west, south, east, north], { glide: false });
    fitted.current = true;
    takenBefore.current = taken;
  }, [map, key, taken]);
};

/** Runs once, and only while nothing is drawn, because the answer may come after the person has begun. */
const useLookAtRegion = (map: ReturnType<typeof useMap>['map'], isEmpty: boolean): void => {
  const looked = useRef(false);
  const region = useRegion(isEmpty);
  const key = region?.join(' ');
  useEffect(() => {
    if (!isEmpty) looked.current = true;
    if (!map || looked.current || key === undefined) return;
    looked.current = true;
    const [west = 0, south = 0, east = 0, north = 0] = key.split(' ').map(Number);
    map.fit([west, south, east, north], { glide: false, pad: 0 });
  }, [map, isEmpty, key]);
};

/** Returns the bounds of valid parts. Parts on both sides of the date line are shown together. */
const shownBounds = (parts: readonly ShapePart[]): Bounds | undefined =>
  boundsAround(
    parts.flatMap(({ rings }) => {
      const box = boundsOf(rings.flat().flatMap((vertex) => (typeof vertex === 'string' ? [] : [[...vertex]])));
      return box ? [box] : [];
    }),
  );

interface EditedPlace {
  readonly type: string;
  readonly except: ItemId | undefined;
  readonly legend: readonly LegendEntry[];
}

/** Returns the type and the item of the form when places of that type are on maps. */
const useEditedPlace = (): EditedPlace | undefined => {
  const { registry } = useClient();
  const messages = useMessages();
  const form = useFormSession();
  const type = form?.model.type ?? '';
  const view = registry.types[type]?.view;
  if (view?.place?.geometry === undefined) return undefined;
  const legend = [{ name: messages.plural(type), colour: view.color ?? MAP_COLOURS.plain }];
  return { type, except: form?.model.id, legend };
};

export const GeometryMap = observer(({ value, kinds, name, disabled, taken, set }: GeometryMapProps) => {
  const { site, alerts } = useClient();
  const messages = useMessages();
  const edited = useEditedPlace();
  const { toolbar, keepHeight } = useSteadyToolbar();
  const { change, undo } = useUndo(value, (next) => {
    keepHeight();
    set(next);
  });
  const parts = shapePartsOf(value);
  const bounds = shownBounds(parts);
  const { host, map } = useMap({ bounds: bounds ?? site.defaultBounds, keepsView: !disabled && bounds !== undefined });
  const take = (made: readonly ShapePart[], tool: DrawTool): void => {
    const next =
      tool === 'cut' ? made.reduce((left, line) => splitBy(left, positionsIn(line)), parts) : [...parts, ...made];
    editor?.stop();
    if (tool === 'cut' && next.length === parts.length) alerts.warn('map.notCut');
    else change(geometryOf(next));
  };
  const editor = useShapeEditor(map, {
    parts,
    onEnded: take,
    ...(disabled ? {} : { onParts: (moved: readonly ShapePart[]) => change(geometryOf(moved)) }),
  });
  useLookAt(map, bounds, taken);
  useLookAtRegion(map, bounds === undefined && editor?.tool === undefined);
  const cuttable = parts.some(({ kind }) => kind !== 'Point' && allowsSeveral(kinds, kind));
  const tools: readonly DrawTool[] = [...addableKinds(parts, kinds), ...(cuttable ? (['cut'] as const) : [])];
  return (
    <div className="kk-geometry-map">
      {!disabled && editor && (
        <div {...toolbar} className="kk-map-toolbar" role="group" aria-label={messages.format('map.draw')}>
          {tools.map((tool) => (
            <Button
              key={tool}
              size="small"
              icon={TOOL_ICONS[tool]}
              aria-pressed={editor.tool === tool}
              active={editor.tool === tool}
              onClick={() => (editor.tool === tool ? editor.stop() : editor.start(tool))}
            >
              {messages.format(
                parts.some(({ kind }) => kind === tool) ? `map.tools.another.${tool}` : `map.tools.${tool}`,
              )}
            </Button>
          ))}
          <IconButton
            size="small"
            variant="outlined"
            icon="undo"
            label={messages.format('map.undo')}
            disabled={!undo}
            onClick={() => undo?.()}
          />
          <IconButton
            size="small"
            variant="outlined"
            icon="trash"
            label={messages.format('map.removeAll')}
            disabled={parts.length === 0}
            onClick={() => change(undefined)}
          />
        </div>
      )}
      {!disabled && <PlaceSearch map={map} />}
      <MapView
        host={host}
        map={map}
        name={messages.format('map.name', { name })}
        description={messages.format(parts.length > 0 ? 'map.fieldShows' : 'map.fieldEmpty', { count: parts.length })}
        legend={[...(parts.length > 0 ? [{ name, colour: MAP_COLOURS.selected }] : []), ...(edited?.legend ?? [])]}
        fitAll={map && bounds ? () => map.fit(bounds) : undefined}
      >
        {editor && <DrawBar editor={editor} />}
        {edited && <OtherPlaces map={map} type={edited.type} except={edited.except} />}
      </MapView>
    </div>
  );
});

const positionsIn = ({ rings }: ShapePart): readonly (readonly [number, number])[] =>
  (rings[0] ?? []).filter((vertex) => typeof vertex !== 'string');
