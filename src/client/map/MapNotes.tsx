// Notes on the map of a listing: progress, reasons for an empty or failed result, and the search by the view.

import { observer } from 'mobx-react-lite';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController, MapPlace } from 'src/client/map/MapController.ts';
import { PlaceSearch } from 'src/client/map/PlaceSearch.tsx';
import { isSameView } from 'src/client/map/sameView.ts';
import type { ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useDelayed, DELAYS } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface FeatureNotesProps {
  readonly set: FeatureSet;
  /** Number of items that the listing found, with or without a geometry. */
  readonly found: number;
}

const FeatureNotes = observer(({ set, found }: FeatureNotesProps) => {
  const messages = useMessages();
  const { state, features, torn, partial } = set;
  const slow = useDelayed(set.loading, DELAYS.render);
  if (state === 'FAILURE') return <PartFailed message="map.failed" failure={set.failure} again={() => set.load()} />;
  if (slow) return <p className="kk-map-note">{messages.format('map.loading', { count: features.size })}</p>;
  if (state === 'READY_EMPTY')
    return (
      <p className="kk-map-note" role="status">
        {messages.format(found === 0 ? 'map.nothing' : 'map.nothingPlaced', { count: found })}
      </p>
    );
  if (torn !== undefined) return <PartFailed message="map.tilesFailed" failure={torn} again={() => set.load()} />;
  if (state === 'READY_SUCCESS' && partial)
    return <p className="kk-map-note">{messages.format('map.onlyFirst', { count: features.size })}</p>;
  return null;
});

interface MapNotesProps extends FeatureNotesProps {
  readonly map: MapController | undefined;
  readonly place: MapPlace | undefined;
  /** View when all results were shown, or when it was last searched. */
  readonly searched: MapPlace | undefined;
  /** Number of results outside of the view to which the map opened. */
  readonly far: number;
  readonly showAll: (() => void) | undefined;
  readonly searchHere: (place: MapPlace) => void;
  /** Draws the search area. */
  readonly editor: ShapeEditor | undefined;
  /** Reads the search area from a file instead. */
  readonly takeFile: () => void;
}

export const MapNotes = observer((props: MapNotesProps) => {
  const { map, set, found, place, searched, far, showAll, searchHere, editor, takeFile } = props;
  const messages = useMessages();
  return (
    <div className="kk-map-notes">
      <PlaceSearch map={map} />
      {far > 0 && place && searched && isSameView(place, searched) && (
        <Button icon="zoom-to-fit" onClick={showAll}>
          {messages.format('map.showFar', { count: far })}
        </Button>
      )}
      {place && searched && !isSameView(place, searched) && (
        <Button icon="search" onClick={() => searchHere(place)}>
          {messages.format('map.searchHere')}
        </Button>
      )}
      {editor && (
        <Button
          icon="polygon-filter"
          aria-pressed={editor.tool !== undefined}
          active={editor.tool !== undefined}
          onClick={() => (editor.tool === undefined ? editor.start('Polygon') : editor.stop())}
        >
          {messages.format('map.drawArea')}
        </Button>
      )}
      <IconButton variant="outlined" icon="import" label={messages.format('map.areaFromFile')} onClick={takeFile} />
      <FeatureNotes set={set} found={found} />
    </div>
  );
});
