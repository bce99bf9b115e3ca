// The trips of a map as a list: for each its length, its state and a button that selects it on the map.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { Button, formatDate, ItemLink, useMessages } from 'src/client/extend.ts';
import { FIELD_DATA } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { lengthOfLines } from 'src/domain/geokeeper/review/trackMeasures.ts';
import { distanceText, ReviewTripPanel } from 'src/domain/geokeeper/review/tripPanels.client.tsx';
import { tripLines } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { StreamedTrip } from 'src/domain/geokeeper/review/useStreamedTrips.client.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface TripRowProps {
  readonly listed: StreamedTrip;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

const TripRow = observer(({ listed, isChosen, choose }: TripRowProps) => {
  const messages = useMessages();
  const { id, state, collected, track } = listed;
  const metres = useMemo(() => (track ? lengthOfLines(tripLines(track)) : undefined), [track]);
  return (
    <li aria-current={isChosen ? true : undefined} className="kk-trip-record">
      <span className="kk-trip-record-name">
        <ItemLink id={id} />
        <span className="kk-soft">
          {[
            messages.find(`types.${FIELD_DATA}.enum.state.${state}`) ?? state,
            ...(collected === undefined ? [] : [formatDate(messages.intl, collected)]),
            ...(metres === undefined ? [] : [distanceText(messages, metres)]),
          ].join(' · ')}
        </span>
        {!track && <span className="kk-soft">{messages.format('fieldReview.tripHidden')}</span>}
      </span>
      {track && (
        <Button size="small" icon="map-marker" aria-pressed={isChosen} active={isChosen} onClick={choose}>
          {messages.format('fieldReview.showOnMap')}
        </Button>
      )}
    </li>
  );
});

interface TripListProps {
  readonly trips: readonly StreamedTrip[];
  /** The selected trip. */
  readonly trip: ItemId | undefined;
  readonly setTrip: (id: ItemId | undefined) => void;
  /** Only trips of the selected work item are listed. */
  readonly isFiltered: boolean;
}

export const TripList = observer(({ trips, trip, setTrip, isFiltered }: TripListProps) => {
  const messages = useMessages();
  return (
    <ReviewTripPanel title={messages.format('fieldReview.trips', { count: trips.length })}>
      {isFiltered && <p className="kk-soft">{messages.format('fieldReview.tripsOfWorkItem')}</p>}
      <ul className="kk-plain-list">
        {trips.map((listed) => (
          <TripRow
            key={listed.id}
            listed={listed}
            isChosen={listed.id === trip}
            choose={() => setTrip(listed.id === trip ? undefined : listed.id)}
          />
        ))}
      </ul>
    </ReviewTripPanel>
  );
});
