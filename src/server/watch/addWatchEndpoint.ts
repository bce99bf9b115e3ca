// `addWatch/{id}[/{_u}]` and `addWatch/{type}-0`: from now on changes are pushed to this socket. Over HTTP there is nothing
// to push to: what may not be seen is refused alike, and nothing is attached.

import { parseItemId } from 'src/model/item/itemId.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type WatchNeeds } from 'src/server/watch/WatchNeeds.ts';

const counterOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw invalidAt('', 'errors.number.integer');
  return Number(text);
};

const refuseHiddenItem = async (
  { services, db, readFilter, subject }: Context<WatchNeeds>,
  id: string,
): Promise<void> => {
  const [item] = await services.items.readVisible(db, readFilter, [id], { channel: undefined });
  if (!item) throw problem(subject.userId === undefined ? 'notAllowed' : 'notFound');
};

export const addWatch = endpoint('addWatch', async (context) => {
  const [id = '', counter] = context.args;
  const { services, receiver } = context;
  const { type, number, marker } = parseItemId(id);
  if (marker !== undefined) throw problem('invalidId');
  const u = counterOf(counter);
  if (number === 0) {
    if (!Object.hasOwn(services.registry.types, type)) throw problem('invalidId');
    if (receiver) services.watches.watchType(receiver, type);
  } else if (receiver) await services.watches.watchItem(receiver, id, u);
  else await refuseHiddenItem(context, id);
  return {};
});
