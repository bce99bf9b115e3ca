// Measures the length of a line or the size of an area on a map. People add points by pointer, or move the map and add its middle.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { shapePartsOf, type PartKind, type ShapePart } from 'src/client/fields/text/shapes.ts';
import { DrawBar } from 'src/client/map/DrawBar.tsx';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { measured, writeArea, writeLength } from 'src/client/map/measures.ts';
import { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
import { geometryOf } from 'src/client/fields/text/shapes.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const NO_SHAPE_PARTS = shapePartsOf(undefined);
const MEASURED_KINDS: readonly PartKind[] = ['LineString', 'Polygon'];

export const MeasureTool = observer(({ map }: { readonly map: MapController }) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const { intl } = messages;
  const [parts, setParts] = useState<readonly ShapePart[]>(NO_SHAPE_PARTS);
  const editor = useShapeEditor(map, {
    parts,
    onEnded: (made) => {
      editor?.stop();
      setParts(made);
    },
  });
  const shape = geometryOf(parts);
  const sizes = shape === undefined ? undefined : measured(intl, readShape(shape));
  const result = sizes?.area ?? sizes?.length;
  useEffect(() => {
    if (result !== undefined) alerts.announce(messages.format('map.measured', { size: result }));
  }, [alerts, messages, result]);
  const drawing = editor?.tool;
  const live = editor && drawing ? (drawing === 'Polygon' ? writeArea : writeLength)(intl, editor.size) : undefined;
  const start = (kind: PartKind): void => {
    setParts(NO_SHAPE_PARTS);
    // Closes what a click has opened, because it covers what is measured.
    map.clicked.notify(undefined);
    editor?.start(kind);
  };
  return (
    <>
      <div className="kk-map-tools" role="group" aria-label={messages.format('map.tools')}>
        <MenuButton
          label={messages.format('map.measure')}
          placement="bottom-start"
          parts={MEASURED_KINDS.map((kind) => ({
            key: kind,
            text: messages.format(`map.measures.${kind}`),
            onClick: () => start(kind),
          }))}
          opener={(opener) => (
            <IconButton {...opener} icon="arrows-horizontal" label={messages.format('map.measure')} />
          )}
        />
        {(live ?? result) !== undefined && (
          <div className="kk-map-note kk-map-measured">
            {messages.format('map.measured', { size: live ?? result ?? '' })}
            {!drawing && (
              <Button size="small" variant="minimal" icon="cross" onClick={() => setParts(NO_SHAPE_PARTS)}>
                {messages.format('map.clearMeasure')}
              </Button>
            )}
          </div>
        )}
      </div>
      {editor && <DrawBar editor={editor} />}
    </>
  );
});
