// `suggest`: up to five items whose label has words that begin as typed.

import type { Operation } from 'src/server/context.ts';

export const suggest: Operation<'suggest'> = {
  name: 'suggest',
  run: ({ services, readFilter }, _args, { text, types }) => services.search.suggest(readFilter, text, types),
};
