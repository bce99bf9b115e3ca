// `removeWatch/{id}` and `removeWatch/{type}-0[/{count}]`: ends pushes of an item or type to this socket. Removing an unknown watch is not
// an error.

import { parseItemId } from 'src/model/item/itemId.ts';
import { invalidAt } from 'src/model/problems.ts';
import { endpoint } from 'src/server/watch/WatchNeeds.ts';

const watchCount = (text: string | undefined): number => {
  if (text === undefined) return 1;
  if (!/^\d{1,6}$/.test(text)) throw invalidAt('', 'errors.number.integer');
  return Number(text);
};

export const removeWatch = endpoint('removeWatch', ({ services, receiver, args: [id = '', count] }) => {
  const { type, number } = parseItemId(id);
  const times = watchCount(count);
  if (!receiver) return Promise.resolve({});
  if (number === 0) services.watches.unwatchType(receiver, type, times);
  else services.watches.unwatchItem(receiver, id);
  return Promise.resolve({});
});
