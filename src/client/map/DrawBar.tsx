// Buttons of a drawing: add a position in the middle of the map, undo a step, finish, cancel. Shown while a tool is active. With them,
// everything can be drawn by keyboard.

import { observer } from 'mobx-react-lite';
import { fewestOf, type ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const DrawBar = observer(({ editor }: { readonly editor: ShapeEditor }) => {
  const messages = useMessages();
  const isTouched = useMedia('(pointer: coarse)');
  const { tool, count } = editor;
  if (!tool) return null;
  const fewest = fewestOf(tool);
  return (
    <div className="kk-map-drawing" role="group" aria-label={messages.format('map.drawing')}>
      <span className="kk-map-cross" aria-hidden />
      <div className="kk-map-card kk-map-drawbar">
        <p className="kk-soft">
          {messages.format(isTouched ? `map.hints.tap.${tool}` : `map.hints.${tool}`)}
          {(tool === 'LineString' || tool === 'Polygon') && (
            <span className="kk-map-more"> {messages.format('map.hints.add')}</span>
          )}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a click between the buttons leaves the focus in the map, where Ctrl+Z takes back a position */}
        <div className="kk-row" onMouseDown={(event) => event.preventDefault()}>
          <Button
            className="kk-map-plain"
            size="small"
            icon="locate"
            data-unfinished={(count > 0 && count < fewest) || undefined}
            onClick={() => editor.addMiddle()}
          >
            {messages.format('map.pointInMiddle')}
          </Button>
          {tool !== 'Point' && (
            <>
              <Button
                className="kk-map-short"
                size="small"
                icon="undo"
                disabled={count === 0}
                onClick={() => editor.undoPosition()}
              >
                {messages.format('map.undoPoint')}
              </Button>
              <Button
                className="kk-map-plain"
                size="small"
                icon="tick"
                disabled={count < fewest}
                onClick={() => editor.finish()}
              >
                {messages.format('map.finish')}
              </Button>
            </>
          )}
          <Button className="kk-map-short" size="small" icon="cross" onClick={() => editor.cancel()}>
            {messages.format('map.stopDrawing')}
          </Button>
        </div>
      </div>
    </div>
  );
});
