// Panels with the records of a trip and with the work items of its program, next to the map.

import { observer } from 'mobx-react-lite';
import { Button, Icon, ItemLink, useAnswer, useClient, useMessages } from 'src/client/extend.ts';
import { geometryOf, shapePartsOf, useShapeEditor, type MapController } from 'src/client/extendMap.ts';
import type { FieldDataEdits } from 'src/domain/geokeeper/review/FieldDataEdits.client.ts';
import { editedRecord } from 'src/domain/geokeeper/review/editedRecord.client.ts';
import { FIELD_DATA, isEditableState, WORK_ITEM } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { RecordState } from 'src/domain/geokeeper/review/RecordState.client.tsx';
import { ReviewTripPanel } from 'src/domain/geokeeper/review/tripPanels.client.tsx';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

/** Records and work items listed at once. Longer lists are read in a search. */
const REVIEW_MOST_LISTED = 200;

interface PlaceEditorProps {
  readonly map: MapController | undefined;
  readonly item: Item;
  readonly edits: FieldDataEdits;
  readonly done: () => void;
}

const reviewAsPoint = ([longitude, latitude]: readonly [number, number]): Json => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

/** Moves the place of a record on the map: by dragging, or to the middle of the map for people who use the keyboard. */
const PlaceEditor = observer(({ map, item, edits, done }: PlaceEditorProps) => {
  const messages = useMessages();
  const place = edits.of(item.$id)?.place ?? item['place'];
  const parts = shapePartsOf(place);
  const move = (next: Json): void => edits.change(item.$id, { place: next }, editedRecord(item));
  useShapeEditor(map, { parts, onEnded: () => {}, onParts: (moved) => move(geometryOf(moved) ?? null) });
  const [part] = parts;
  const isPoint = parts.length === 1 && part?.kind === 'Point';
  return (
    <div className="kk-trip-actions">
      <p className="kk-soft">{messages.format(isPoint ? 'fieldReview.movePoint' : 'fieldReview.moveShape')}</p>
      {(isPoint || parts.length === 0) && (
        <Button size="small" icon="locate" onClick={() => map && move(reviewAsPoint(map.middle()))}>
          {messages.format('fieldReview.toMiddle')}
        </Button>
      )}
      <Button size="small" icon="tick" onClick={done}>
        {messages.format('fieldReview.placeDone')}
      </Button>
    </div>
  );
});

interface RecordRowProps extends RecordsPanelProps {
  readonly id: ItemId;
}

type ShowOnMapProps = Pick<RecordsPanelProps, 'record' | 'chooseRecord'> & { readonly id: ItemId };

const ShowOnMapButton = ({ id, record, chooseRecord }: ShowOnMapProps) => {
  const messages = useMessages();
  return (
    <Button
      size="small"
      icon="map-marker"
      aria-pressed={id === record}
      active={id === record}
      onClick={() => chooseRecord(id === record ? undefined : id)}
    >
      {messages.format('fieldReview.showOnMap')}
    </Button>
  );
};

const RecordRow = observer(({ id, map, edits, record, chooseRecord, moving, setMoving }: RecordRowProps) => {
  const client = useClient();
  const messages = useMessages();
  const loaded = client.items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const mayEdit = item !== undefined && isEditableState(item['state']) && client.items.may(id, 'update');
  return (
    <li aria-current={id === record ? true : undefined} className="kk-trip-record">
      <span className="kk-trip-record-name">
        <ItemLink id={id} />
        {item && <RecordState item={item} />}
        {edits.of(id) && <span className="kk-soft">{messages.format('fieldReview.edited')}</span>}
      </span>
      <ShowOnMapButton id={id} record={record} chooseRecord={chooseRecord} />
      {mayEdit && moving !== id && (
        <Button
          size="small"
          icon="move"
          onClick={() => {
            chooseRecord(id);
            setMoving(id);
          }}
        >
          {messages.format('fieldReview.changePlace')}
        </Button>
      )}
      {item && moving === id && <PlaceEditor map={map} item={item} edits={edits} done={() => setMoving(undefined)} />}
    </li>
  );
});

interface RecordsPanelProps {
  readonly map: MapController | undefined;
  readonly edits: FieldDataEdits;
  readonly record: ItemId | undefined;
  readonly chooseRecord: (id: ItemId | undefined) => void;
  /** The record whose place is being changed. */
  readonly moving: ItemId | undefined;
  readonly setMoving: (id: ItemId | undefined) => void;
}

export const RecordsPanel = observer(({ trip, ...props }: RecordsPanelProps & { readonly trip: ItemId }) => {
  const messages = useMessages();
  const { answer } = useAnswer(
    { must: { _t: [FIELD_DATA], trip: [trip] }, sort: [{ key: 'collected', order: 'asc' }], max: REVIEW_MOST_LISTED },
    [FIELD_DATA],
  );
  const { ids = [], total = 0 } = answer ?? {};
  return (
    <ReviewTripPanel title={messages.format('fieldReview.records', { count: total })}>
      {answer && ids.length === 0 && <p className="kk-soft">{messages.format('fieldReview.noRecords')}</p>}
      <ul className="kk-plain-list">
        {ids.map((id) => (
          <RecordRow key={id} id={id} {...props} />
        ))}
      </ul>
      {total > ids.length && (
        <p className="kk-soft">{messages.format('fieldReview.moreRecords', { count: ids.length })}</p>
      )}
    </ReviewTripPanel>
  );
});

const WorkItemRow = observer(({ id, record, chooseRecord }: ShowOnMapProps) => {
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
      <ShowOnMapButton id={id} record={record} chooseRecord={chooseRecord} />
    </li>
  );
});

interface WorkItemsProps extends Pick<RecordsPanelProps, 'record' | 'chooseRecord'> {
  readonly program: ItemId;
}

export const WorkItemsPanel = observer(({ program, ...props }: WorkItemsProps) => {
  const messages = useMessages();
  const { answer } = useAnswer(
    { must: { _t: [WORK_ITEM], program: [program] }, sort: [{ key: 'label', order: 'asc' }], max: REVIEW_MOST_LISTED },
    [WORK_ITEM],
  );
  if (!answer || answer.ids.length === 0) return null;
  return (
    <ReviewTripPanel title={messages.format('fieldReview.workItems')}>
      <ul className="kk-plain-list">
        {answer.ids.map((id) => (
          <WorkItemRow key={id} id={id} {...props} />
        ))}
      </ul>
    </ReviewTripPanel>
  );
});
