// `act/fetchNotifications`: notices of the caller by the query's id list. Source: spec platform 7.

import type { Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';
import { noticesOf } from 'src/server/operations/actions/noticesOf.ts';

const MOST = 1_000;

/** `{must: {$id: [id, ...]}}`, the only narrowing there is; no query means all. */
const idsOf = (query: Json | undefined): readonly string[] | undefined => {
  if (query === undefined) return undefined;
  const { must, ...others } = query as { readonly must?: { readonly $id?: Json; readonly id?: Json } };
  const { $id, id, ...more } = must ?? {};
  const ids = $id ?? id;
  const isList = Array.isArray(ids) && ids.length <= MOST && ids.every((each) => isItemId(each));
  if (Object.keys({ ...others, ...more }).length > 0 || !isList)
    throw invalid([{ path: '/query', message: 'errors.wrongType' }]);
  return ids as readonly string[];
};

export const fetchNotifications: EngineAction = {
  name: 'fetchNotifications',
  on: 'self',
  async run(input, context) {
    const ids = idsOf(input['query']);
    const items = await noticesOf(context, { must: ids ? { $id: ids } : {}, channel: 'act/fetchNotifications' });
    return { items: items as unknown as Json };
  },
};
