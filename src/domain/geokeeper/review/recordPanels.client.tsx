// Panels with the records of a trip and with the work items of its program, next to the map.

import { observer } from 'mobx-react-lite';
import { Button, Icon, ItemLink, useAnswer, useClient, useMessages } from 'src/client/extend.ts';
import { FIELD_DATA, WORK_ITEM } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { RecordState } from 'src/domain/geokeeper/review/RecordState.client.tsx';
import { TripPanel } from 'src/domain/geokeeper/review/tripPanels.client.tsx';
import type { ItemId } from 'src/model/item/Item.ts';

/** Records and work items listed at once. Longer lists are read in a search. */
const MOST_LISTED = 200;

interface RecordRowProps extends RecordsPanelProps {
  readonly id: ItemId;
}

const RecordRow = observer(({ id, record, chooseRecord }: RecordRowProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  return (
    <li aria-current={id === record ? true : undefined} className="kk-trip-record">
      <span className="kk-trip-record-name">
        <ItemLink id={id} />
        {item && <RecordState item={item} />}
      </span>
      <Button
        size="small"
        icon="map-marker"
        aria-pressed={id === record}
        active={id === record}
        onClick={() => chooseRecord(id === record ? undefined : id)}
      >
        {messages.format('fieldReview.showOnMap')}
      </Button>
    </li>
  );
});

interface RecordsPanelProps {
  readonly record: ItemId | undefined;
  readonly chooseRecord: (id: ItemId | undefined) => void;
}

export const RecordsPanel = observer(({ trip, ...props }: RecordsPanelProps & { readonly trip: ItemId }) => {
  const messages = useMessages();
  const { answer } = useAnswer(
    { must: { _t: [FIELD_DATA], trip: [trip] }, sort: [{ key: 'collected', order: 'asc' }], max: MOST_LISTED },
    [FIELD_DATA],
  );
  const { ids = [], total = 0 } = answer ?? {};
  return (
    <TripPanel title={messages.format('fieldReview.records', { count: total })}>
      {answer && ids.length === 0 && <p className="kk-soft">{messages.format('fieldReview.noRecords')}</p>}
      <ul className="kk-plain-list">
        {ids.map((id) => (
          <RecordRow key={id} id={id} {...props} />
        ))}
      </ul>
      {total > ids.length && (
        <p className="kk-soft">{messages.format('fieldReview.moreRecords', { count: ids.length })}</p>
      )}
    </TripPanel>
  );
});

const WorkItemRow = observer(
  ({ id, record, chooseRecord }: Pick<RecordsPanelProps, 'record' | 'chooseRecord'> & { readonly id: ItemId }) => {
    const { items } = useClient();
    const messages = useMessages();
    const loaded = items.get(id);
    const item = loaded.state === 'ready' ? loaded.item : undefined;
    return (
      <li className="kk-trip-record" aria-current={id === record ? true : undefined}>
        <span className="kk-trip-record-name">
          <ItemLink id={id} />
          {item && <RecordState item={item} />}
          {item?.['lockToTrip'] === true && (
            <span className="kk-soft">
              <Icon name="lock" /> {messages.property(WORK_ITEM, 'lockToTrip')}
            </span>
          )}
        </span>
        <Button
          size="small"
          icon="map-marker"
          aria-pressed={id === record}
          active={id === record}
          onClick={() => chooseRecord(id === record ? undefined : id)}
        >
          {messages.format('fieldReview.showOnMap')}
        </Button>
      </li>
    );
  },
);

interface WorkItemsProps extends Pick<RecordsPanelProps, 'record' | 'chooseRecord'> {
  readonly program: ItemId;
}

export const WorkItemsPanel = observer(({ program, ...props }: WorkItemsProps) => {
  const messages = useMessages();
  const { answer } = useAnswer(
    { must: { _t: [WORK_ITEM], program: [program] }, sort: [{ key: 'label', order: 'asc' }], max: MOST_LISTED },
    [WORK_ITEM],
  );
  if (!answer || answer.ids.length === 0) return null;
  return (
    <TripPanel title={messages.format('fieldReview.workItems')}>
      <ul className="kk-plain-list">
        {answer.ids.map((id) => (
          <WorkItemRow key={id} id={id} {...props} />
        ))}
      </ul>
    </TripPanel>
  );
});
