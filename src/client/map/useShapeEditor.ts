// Creates a drawing editor on a map for a component.

import { useEffect, useMemo } from 'react';
import type { ShapePart } from 'src/client/fields/text/shapes.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { ShapeEditor, type DrawTool } from 'src/client/map/ShapeEditor.ts';

interface EditorUse {
  readonly parts: readonly ShapePart[];
  /** Called when a drawing is finished. */
  readonly onEnded: (parts: readonly ShapePart[], tool: DrawTool) => void;
  /** Called when positions were added to the current drawing or removed. `parts` is empty while it has too few. */
  readonly onSketch?: (parts: readonly ShapePart[], tool: DrawTool) => void;
  /** Called after a change on the map. */
  readonly onParts?: (parts: readonly ShapePart[]) => void;
}

export const useShapeEditor = (map: MapController | undefined, use: EditorUse): ShapeEditor | undefined => {
  const { onEnded, onSketch, onParts } = use;
  const editable = onParts !== undefined;
  const editor = useMemo(() => map && new ShapeEditor(map, editable), [map, editable]);
  useEffect(() => editor?.ended.add(onEnded), [editor, onEnded]);
  useEffect(() => onSketch && editor?.sketched.add(onSketch), [editor, onSketch]);
  useEffect(() => onParts && editor?.changed.add(onParts), [editor, onParts]);
  useEffect(() => () => editor?.dispose(), [editor]);
  const shown = JSON.stringify(use.parts);
  useEffect(() => editor?.show(JSON.parse(shown) as readonly ShapePart[]), [editor, shown]);
  const theme = map?.theme;
  useEffect(() => editor?.restyle(), [editor, theme]);
  return editor;
};
