// The area of research. It adds the transcript of an interview, the recording of a passage, the reach of a consent, the uses
// that consents permit of a record, how its respondents may be named, and the dialog that adds a transcript.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

export const researchClientArea: ClientArea = {
  tabs: [
    {
      key: 'transcript',
      isShown: ({ type }) => type.name === 'ResearchActivity',
      page: lazyOf(async () => (await import('src/domain/research/transcriptTab.client.tsx')).TranscriptPage),
    },
  ],
  pageParts: [
    {
      ...{ key: 'passage', position: 'head' },
      isShown: ({ type }) => type.name === 'ResearchPassage',
      component: lazyOf(async () => (await import('src/domain/research/passagePart.client.tsx')).PassagePart),
    },
    {
      ...{ key: 'terms', position: 'head' },
      isShown: ({ type }) => type.read.limitedBy !== undefined,
      component: lazyOf(async () => (await import('src/domain/research/termsPart.client.tsx')).TermsPart),
    },
    {
      ...{ key: 'naming', position: 'head' },
      isShown: ({ type }) => type.read.limitedBy !== undefined,
      component: lazyOf(async () => (await import('src/domain/research/namingPart.client.tsx')).NamingPart),
    },
    {
      ...{ key: 'consent', position: 'end' },
      isShown: ({ type }) => type.name === 'ResearchConsent',
      component: lazyOf(async () => (await import('src/domain/research/consentPart.client.tsx')).ConsentPart),
    },
  ],
  actionDialogs: {
    importTranscript: lazyOf(
      async () => (await import('src/domain/research/transcriptDialog.client.tsx')).TranscriptDialog,
    ),
  },
};
