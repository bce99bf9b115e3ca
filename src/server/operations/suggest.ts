// `suggest`: up to five items whose label has words that begin as typed.

import type { Operations } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import type { Operation } from 'src/server/context.ts';

type Body = Operations['suggest']['body'];

const isBody = (body: Json | undefined): body is Json & Body => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { text, types } = body as Readonly<Record<string, Json | undefined>>;
  const fine =
    types === undefined ||
    (Array.isArray(types) && types.length <= QUERY_LIMITS.values && types.every((type) => typeof type === 'string'));
  return typeof text === 'string' && text.length <= QUERY_LIMITS.textLength && fine;
};

export const suggest: Operation = {
  name: 'suggest',
  who: 'everyone',
  writes: false,
  async run({ services, readFilter }, _args, body) {
    if (!isBody(body)) throw invalid([{ path: '', message: 'errors.query.value' }]);
    return (await services.search.suggest(readFilter, body.text, body.types)) as unknown as Json;
  },
};
