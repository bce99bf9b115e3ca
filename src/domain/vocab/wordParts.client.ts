// The part of item pages for words: the head of a dictionary entry.

import type { PagePart } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

export const wordPageParts: readonly PagePart[] = [
  {
    ...{ key: 'entry', position: 'head' },
    isShown: ({ type }) => type.view.page?.entry !== undefined,
    covers: ({ view }) => {
      const { pronunciation = [], gloss = [], facts = [], examples = [] } = view.page?.entry ?? {};
      return [pronunciation, gloss, ...facts, ...examples].flat();
    },
    component: lazyOf(async () => (await import('src/domain/vocab/entryPart.client.tsx')).EntryPart),
  },
];
