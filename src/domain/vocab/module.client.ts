// The area of vocabularies. It adds the head of a dictionary entry to the pages of words, and the word of the day to home.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

export const vocabClientArea: ClientArea = {
  homeParts: [
    {
      ...{ key: 'wordOfDay', icon: 'translate', height: '11.75rem' },
      isShown: ({ counts }) => (counts['Lexeme'] ?? 0) > 0,
      component: lazyOf(async () => (await import('src/domain/vocab/wordOfDay.client.tsx')).WordOfDay),
    },
  ],
  pageParts: [
    {
      ...{ key: 'entry', position: 'head' },
      isShown: ({ type }) => type.view.page?.entry !== undefined,
      covers: ({ view }) => {
        const { pronunciation = [], gloss = [], facts = [], examples = [] } = view.page?.entry ?? {};
        return [pronunciation, gloss, ...facts, ...examples].flat();
      },
      component: lazyOf(async () => (await import('src/domain/vocab/entryPart.client.tsx')).EntryPart),
    },
  ],
};
