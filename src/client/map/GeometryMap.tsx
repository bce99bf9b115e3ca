// Map of a geometry field: draws its value and reports what is drawn, moved, cut and removed. Loaded when a form shows such a field. The
// coordinates below it contain the same without a map.

import type { GeometryMapProps } from 'src/client/ClientParts.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { boundsOf, type Bounds } from 'src/client/fields/text/geometry.ts';
import { addableKinds, allowsSeveral, shapePartsOf, type ShapePart } from 'src/client/fields/text/shapes.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { DrawBar } from 'src/client/map/DrawBar.tsx';
import { boundsAround } from 'src/client/map/inView.ts';
import type { LegendEntry } from 'src/client/map/MapLegend.tsx';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import { MapView } from 'src/client/map/MapView.tsx';
import { fewestOf, type DrawTool, type ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { useMap } from 'src/client/map/useMap.ts';
import { OtherPlaces } from 'src/client/map/OtherPlaces.tsx';
import { PlaceSearch } from 'src/client/map/PlaceSearch.tsx';
import { useRegion } from 'src/client/map/useRegion.ts';
import { useDrawing, useSketchedValue } from 'src/client/map/useDrawing.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import 'src/client/intl/laterMessages.ts';

const TOOL_ICONS: Readonly<Record<DrawTool, string>> = {
  Point: 'map-marker',
  LineString: 'route',
  Polygon: 'polygon-filter',
  cut: 'cut',
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

interface ToolbarProps {
  readonly editor: ShapeEditor;
  readonly parts: readonly ShapePart[];
  readonly kinds: readonly string[];
  readonly undo: (() => void) | undefined;
  readonly clear: () => void;
}

/** The kinds of shapes that can be drawn, and buttons that take back and remove. */
const DrawTools = observer(({ editor, parts, kinds, undo, clear }: ToolbarProps) => {
  const messages = useMessages();
  const cuttable = parts.some(({ kind }) => kind !== 'Point' && allowsSeveral(kinds, kind));
  const tools: readonly DrawTool[] = [...addableKinds(parts, kinds), ...(cuttable ? (['cut'] as const) : [])];
  const press = (tool: DrawTool): void => {
    if (editor.tool !== tool) editor.start(tool);
    else if (editor.count < fewestOf(tool)) editor.cancel();
    else editor.finish();
  };
  return (
    <>
      {tools.map((tool) => (
        <Button
          key={tool}
          size="small"
          icon={TOOL_ICONS[tool]}
          aria-pressed={editor.tool === tool}
          active={editor.tool === tool}
          onClick={() => press(tool)}
        >
          {messages.format(parts.some(({ kind }) => kind === tool) ? `map.tools.another.${tool}` : `map.tools.${tool}`)}
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
        onClick={clear}
      />
    </>
  );
});

export const GeometryMap = observer(({ value, kinds, name, disabled, taken, set, lack }: GeometryMapProps) => {
  const { site } = useClient();
  const messages = useMessages();
  const edited = useEditedPlace();
  const { toolbar, keepHeight } = useSteadyToolbar();
  const drawing = useSketchedValue(value, (next) => {
    keepHeight();
    set(next);
  });
  const parts = shapePartsOf(drawing.settled);
  const bounds = shownBounds(parts);
  const { host, map } = useMap({ bounds: bounds ?? site.defaultBounds, keepsView: !disabled && bounds !== undefined });
  const editor = useDrawing(map, { drawing, parts, value, disabled, lack });
  useLookAt(map, bounds, taken);
  useLookAtRegion(map, bounds === undefined && editor?.tool === undefined);
  const clear = (): void => {
    editor?.stop();
    drawing.change(undefined);
  };
  const undo = editor && editor.count > 0 ? () => editor.undoPosition() : drawing.undo;
  // The browser would undo what was typed elsewhere in the form.
  const undoByKey = (event: KeyboardEvent<HTMLElement>): void => {
    const isTyped = event.target instanceof HTMLInputElement;
    if (disabled || isTyped || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.shiftKey) undo?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- undoes on the map, as its button does
    <div className="kk-geometry-map" onKeyDown={undoByKey}>
      {!disabled && editor && (
        <div {...toolbar} className="kk-map-toolbar" role="group" aria-label={messages.format('map.draw')}>
          <DrawTools {...{ editor, parts, kinds, clear, undo }} />
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
