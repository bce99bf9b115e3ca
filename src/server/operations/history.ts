// `history/{id}`: what happened to an item, newest first, each property by the caller's present rights.

import type { Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 200;

const wholeNumber = (name: string, value: Json | undefined): number | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw invalid([{ path: `/${name}`, message: 'errors.number.natural' }]);
};

export const history: Operation = {
  name: 'history',
  who: 'everyone',
  writes: false,
  async run({ services, db, readFilter }, [given], body) {
    const { before, max } = (body ?? {}) as { before?: Json; max?: Json };
    const page = Math.min(LARGEST_PAGE, wholeNumber('max', max) ?? DEFAULT_PAGE);
    const { id } = await services.access.visible(db, readFilter, realId(given));
    return (await services.items.history(db, readFilter, id, wholeNumber('before', before), page)) as unknown as Json;
  },
};
