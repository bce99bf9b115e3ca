// The drawing of a geometry field. It is a part of the value from the position on with which it could end, so that a save loses
// nothing that the map shows. A drawing with fewer positions is reported as unfinished.

import { useEffect, useRef, useState } from 'react';
import type { GeometryMapProps } from 'src/client/ClientParts.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { geometryOf, shapePartsOf, type ShapePart } from 'src/client/fields/text/shapes.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { fewestOf, type DrawTool, type ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { splitBy } from 'src/client/map/splitShape.ts';
import { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';

type Value = Json | undefined;

/** Returns the same text for the same positions. */
const positionsKey = (value: Value): string => JSON.stringify(shapePartsOf(value));

interface SketchState {
  /** The values before each change on the map. */
  readonly before: readonly Value[];
  /** The value without the current drawing, and the keys of the values that had it. Undefined while nothing drawn is in the value. */
  readonly sketch: { readonly base: Value; readonly keys: readonly string[] } | undefined;
}

export interface SketchedValue {
  /** The value without the current drawing. */
  readonly settled: Value;
  /** Returns true for a value that the current drawing did not make. */
  readonly isForeign: (value: Value) => boolean;
  readonly change: (next: Value) => void;
  /** Sets the value with the current drawing. All of them are one change for undo. */
  readonly draw: (next: Value) => void;
  /** Takes the current drawing out of the value. */
  readonly retract: () => void;
  /** The current drawing is over: the value stays as it is. */
  readonly settle: () => void;
  readonly undo: (() => void) | undefined;
}

export const useSketchedValue = (value: Value, set: GeometryMapProps['set']): SketchedValue => {
  const [state, setState] = useState<SketchState>({ before: [], sketch: undefined });
  // One position may follow the other before the component renders again.
  const latest = useRef(state);
  const note = (next: SketchState): void => {
    latest.current = next;
    setState(next);
  };
  return {
    settled: state.sketch ? state.sketch.base : value,
    isForeign: (given) => latest.current.sketch?.keys.includes(positionsKey(given)) === false,
    change: (next) => {
      note({ before: [...latest.current.before, value], sketch: undefined });
      set(next);
    },
    draw: (next) => {
      const { before, sketch } = latest.current;
      const { base, keys } = sketch ?? { base: value, keys: [] };
      note({ before: sketch ? before : [...before, value], sketch: { base, keys: [...keys, positionsKey(next)] } });
      set(next);
    },
    retract: () => {
      const { before, sketch } = latest.current;
      if (!sketch) return;
      note({ before: before.slice(0, -1), sketch: undefined });
      set(sketch.base);
    },
    settle: () => {
      if (latest.current.sketch) note({ ...latest.current, sketch: undefined });
    },
    undo:
      state.before.length === 0
        ? undefined
        : () => {
            note({ before: state.before.slice(0, -1), sketch: undefined });
            set(state.before.at(-1));
          },
  };
};

const positionsIn = ({ rings }: ShapePart): readonly (readonly [number, number])[] =>
  (rings[0] ?? []).filter((vertex) => typeof vertex !== 'string');

/** Returns the parts with a drawing; undefined for a line that splits nothing. */
const partsWith = (
  parts: readonly ShapePart[],
  made: readonly ShapePart[],
  tool: DrawTool,
): readonly ShapePart[] | undefined => {
  if (tool !== 'cut') return [...parts, ...made];
  const split = made.reduce((left, line) => splitBy(left, positionsIn(line)), parts);
  return split.length === parts.length ? undefined : split;
};

/** Returns the message id of what the current drawing lacks. */
const lackOf = (editor: ShapeEditor | undefined): string | undefined => {
  const { tool, count = 0 } = editor ?? {};
  if (!tool || tool === 'cut' || count === 0 || count >= fewestOf(tool)) return undefined;
  return `map.unfinished.${tool}`;
};

/** Reports what the drawing lacks. A map that closes says that the drawing is gone. */
const useLackReport = (lacking: string | undefined, lack: GeometryMapProps['lack']): void => {
  const { alerts } = useClient();
  const latest = useRef({ lacking, lack });
  useEffect(() => {
    latest.current = { lacking, lack };
    lack?.(lacking);
  }, [lacking, lack]);
  useEffect(
    () => () => {
      const gone = latest.current;
      if (gone.lacking === undefined) return;
      gone.lack?.(undefined);
      alerts.warn('map.drawingGone');
    },
    [alerts],
  );
};

interface DrawingUse extends Pick<GeometryMapProps, 'value' | 'disabled' | 'lack'> {
  readonly drawing: SketchedValue;
  /** Parts of the value without the current drawing. */
  readonly parts: readonly ShapePart[];
}

/** Called within an observer. */
export const useDrawing = (map: MapController | undefined, use: DrawingUse): ShapeEditor | undefined => {
  const { drawing, parts, value, disabled, lack } = use;
  const { alerts } = useClient();
  const form = useFormSession();
  const editor = useShapeEditor(map, {
    parts,
    onSketch: (made, tool) => {
      const next = made.length > 0 ? partsWith(parts, made, tool) : undefined;
      if (next) drawing.draw(geometryOf(next));
      else drawing.retract();
    },
    onEnded: (made, tool) => {
      const next = partsWith(parts, made, tool);
      editor?.stop();
      if (next) drawing.draw(geometryOf(next));
      else {
        drawing.retract();
        alerts.warn('map.notCut');
      }
      drawing.settle();
    },
    ...(disabled ? {} : { onParts: (moved: readonly ShapePart[]) => drawing.change(geometryOf(moved)) }),
  });
  const lacking = lackOf(editor);
  useLackReport(lacking, lack);
  const latest = useRef(drawing);
  useEffect(() => {
    latest.current = drawing;
  });
  const isIdle = editor === undefined || editor.count === 0;
  useEffect(() => {
    if (isIdle) latest.current.settle();
  }, [editor, isIdle]);
  // A drawing that is saved is over, and so is one whose shape was changed elsewhere, such as in its typed positions.
  const isSaving = form?.model.dirtyState === 'SAVING' && lacking === undefined;
  const key = positionsKey(value);
  useEffect(() => {
    if (isSaving || latest.current.isForeign(value)) editor?.stop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says whether the value is the same
  }, [editor, isSaving, key]);
  return editor;
};
