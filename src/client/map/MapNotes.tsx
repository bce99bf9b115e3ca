// What stands over the map of a listing: how far it is read, why it is empty or failed, and the search by what is in view.

import { observer } from 'mobx-react-lite';
import type { Bounds } from 'src/client/forms/text/geometry.ts';
import { messageOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { MOST_FEATURES } from 'src/client/map/mapConstants.ts';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { boundsIn, within } from 'src/client/search/placeFilters.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useDelayed, DELAYS } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

/** A hundredth of the view: the map itself moves by so much when its element does. */
const isSameView = (one: Bounds, other: Bounds): boolean => {
  const width = Math.abs(one[2] - one[0]) / 100;
  return one.every((side, at) => Math.abs(side - (other[at] ?? 0)) <= width);
};

export const FeatureNotes = observer(({ set }: { readonly set: FeatureSet }) => {
  const messages = useMessages();
  const { state, features, total } = set;
  const slow = useDelayed(set.loading, DELAYS.render);
  if (state === 'FAILURE')
    return (
      <div role="alert">
        <Band
          tone="danger"
          actions={
            <Button size="small" icon="refresh" onClick={() => void set.load()}>
              {messages.format('app.tryAgain')}
            </Button>
          }
        >
          {messages.format('map.failed')}{' '}
          {messages.find(messageOfThrown(set.failure)) ?? messages.format('errors.generalFailure')}
        </Band>
      </div>
    );
  if (slow) return <p className="kk-map-note">{messages.format('map.loading', { count: features.size })}</p>;
  if (state === 'READY_EMPTY')
    return (
      <p className="kk-map-note" role="status">
        {messages.format(total === 0 ? 'map.nothing' : 'map.nothingPlaced', { count: total })}
      </p>
    );
  if (state === 'READY_SUCCESS' && total > MOST_FEATURES)
    return <p className="kk-map-note">{messages.format('map.onlyFirst', { count: MOST_FEATURES, all: total })}</p>;
  return null;
});

interface MapNotesProps extends ListingPartProps {
  readonly set: FeatureSet;
  readonly bounds: Bounds | undefined;
  /** Where the map looked when all was shown. */
  readonly first: Bounds | undefined;
}

export const MapNotes = observer(({ set, store, change, bounds, first }: MapNotesProps) => {
  const messages = useMessages();
  const asked = boundsIn(store.state) ?? first;
  const moved = bounds !== undefined && asked !== undefined && !isSameView(bounds, asked);
  return (
    <div className="kk-map-notes">
      {moved && (
        <Button icon="search" onClick={() => change(within(store.state, bounds))}>
          {messages.format('map.searchHere')}
        </Button>
      )}
      <FeatureNotes set={set} />
    </div>
  );
});
