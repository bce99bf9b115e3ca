// Notes on the map of a listing: progress, reasons for an empty or failed result, and the search by the view.

import { observer } from 'mobx-react-lite';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController, MapPlace } from 'src/client/map/MapController.ts';
import { PlaceSearch } from 'src/client/map/PlaceSearch.tsx';
import type { ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useDelayed, DELAYS } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const middle = ([west, south, east, north]: Bounds): readonly [number, number] => [
  (west + east) / 2,
  (south + north) / 2,
];

/** Returns true when only the shape of the map changed. */
const isSameView = (one: MapPlace, other: MapPlace): boolean => {
  const slack = Math.abs(one.bounds[2] - one.bounds[0]) / 20;
  const [[x, y], [otherX, otherY]] = [middle(one.bounds), middle(other.bounds)];
  return Math.abs(one.zoom - other.zoom) < 0.1 && Math.abs(x - otherX) <= slack && Math.abs(y - otherY) <= slack;
};

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
  readonly searchHere: (place: MapPlace) => void;
  /** Draws the search area. */
  readonly editor: ShapeEditor | undefined;
  /** Reads the search area from a file instead. */
  readonly takeFile: () => void;
}

export const MapNotes = observer((props: MapNotesProps) => {
  const { map, set, found, place, searched, searchHere, editor, takeFile } = props;
  const messages = useMessages();
  return (
    <div className="kk-map-notes">
      <PlaceSearch map={map} />
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
