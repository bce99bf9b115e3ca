// An answer that is read part by part: a search that asked for everything. HTTP and socket cut it here, so both cut alike.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Reply } from 'src/server/transport/dispatch.ts';

/** `max` that means everything. Source: spec platform 9. */
const ALL = 2147483647;
/** Ids of one part: about 150 kB of JSON. */
const PART = 10_000;

const labelsOf = (
  labels: SearchAnswer['labels'],
  ids: readonly ItemId[],
): { readonly labels?: Readonly<Record<ItemId, string>> } =>
  labels === undefined
    ? {}
    : { labels: Object.fromEntries(ids.flatMap((id) => (labels[id] === undefined ? [] : [[id, labels[id]]]))) };

/** The parts of the answer to a search for everything, the first with total and facets; undefined for any other reply. */
export const partsOf = ({ name, request, envelope, status }: Reply): readonly Json[] | undefined => {
  if (name !== 'search' || status !== 200 || envelope.erred === true) return undefined;
  if ((request?.b as Query | undefined)?.max !== ALL) return undefined;
  const { ids, labels, ...rest } = envelope.b as unknown as SearchAnswer;
  const count = Math.max(1, Math.ceil(ids.length / PART));
  return Array.from({ length: count }, (_, at) => {
    const some = ids.slice(at * PART, (at + 1) * PART);
    return { ...(at === 0 ? rest : {}), ids: some, ...labelsOf(labels, some) } as unknown as Json;
  });
};
