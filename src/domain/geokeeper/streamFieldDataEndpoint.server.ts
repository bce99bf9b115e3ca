// `act/streamFieldData`: streams trips with their tracks, and records with their places, for a map of several trips. Each part is read when the
// client takes it, with the rights of that time.

import { RECORD_TYPE } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import { streamedTrack } from 'src/domain/geokeeper/review/streamedTracks.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalid } from 'src/model/problems.ts';
import { endpoint, type Context, type StreamPart } from 'src/server/extend.ts';

type StreamedPart = Endpoints['streamFieldData']['answer'];
type StreamedItem = StreamedPart['fieldData'][number];

/** Name of these reads in the audit. */
const TRACK_STREAM = 'act/streamFieldData';
/** Points of one part: about 300 kB of JSON. */
const POINTS_IN_PART = 8_000;
/** Records that are read at once. A track has up to 8 MB. */
const READ_AT_ONCE = 10;

const STREAMED_PROPERTIES: ReadonlySet<string> = new Set([
  ...['label', 'state', 'formType', 'collected', 'workItem', 'trip', 'place', 'track'],
]);

/** Position at which the stream continues. */
interface TrackRest {
  readonly ids: readonly ItemId[];
  /** Points of the first of them that were sent. */
  readonly sent: number;
}

const streamedText = (item: Item, name: 'collected' | 'workItem' | 'trip'): Record<string, string> =>
  typeof item[name] === 'string' ? { [name]: item[name] } : {};

const headOf = (item: Item): StreamedItem => ({
  ...{ id: item.$id, label: item.$label, u: item._u },
  ...{ state: String(item['state']), formType: String(item['formType']) },
  ...streamedText(item, 'collected'),
  ...streamedText(item, 'workItem'),
  ...streamedText(item, 'trip'),
  ...(item['place'] !== undefined && { place: item['place'] }),
});

const trackPartFrom = async (
  { services, db, readFilter, gone }: Pick<Context, 'services' | 'db' | 'readFilter' | 'gone'>,
  { ids, sent }: TrackRest,
): Promise<StreamPart<StreamedPart, TrackRest>> => {
  gone?.throwIfAborted();
  const read = ids.slice(0, READ_AT_ONCE);
  const options = { channel: TRACK_STREAM, properties: STREAMED_PROPERTIES };
  const items = await services.items.readVisible(db, readFilter, read, options);
  const fieldData: StreamedItem[] = [];
  let left = POINTS_IN_PART;
  for (const [at, id] of read.entries()) {
    const item = items.find(({ $id }) => $id === id);
    if (!item) continue;
    const points = streamedTrack(item['track']).slice(at === 0 ? sent : 0);
    const taken = points.slice(0, left);
    fieldData.push({ ...headOf(item), ...(taken.length > 0 && { points: taken }) });
    left -= taken.length;
    const before = at === 0 ? sent : 0;
    if (taken.length < points.length)
      return { part: { fieldData }, rest: { ids: ids.slice(at), sent: before + taken.length } };
  }
  const next = ids.slice(read.length);
  return { part: { fieldData }, rest: next.length > 0 ? { ids: next, sent: 0 } : undefined };
};

export const streamFieldData = endpoint('streamFieldData', {
  async open(context, { fieldDataIds }) {
    const wrong = fieldDataIds.findIndex((id) => tryParseItemId(id)?.type !== RECORD_TYPE);
    if (wrong >= 0) throw invalid([{ path: `/fieldDataIds/${wrong}`, message: 'errors.wrongType' }]);
    const first = await trackPartFrom(context, { ids: fieldDataIds, sent: 0 });
    return { ...first, part: { ...first.part, total: fieldDataIds.length } };
  },
  next: (context, rest: TrackRest) => trackPartFrom(context, rest),
  join: (parts) => ({ ...parts[0], fieldData: parts.flatMap(({ fieldData }) => fieldData) }),
});
