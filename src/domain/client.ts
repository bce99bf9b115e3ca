// What the areas bring to the browser: the generated forms of all types, and by registered key what a declaration cannot say.
// Read by client/main; an area adds its line here.

import { lazy } from 'react';
import type { ClientDomain } from 'src/client/extend.ts';
import { forms } from 'src/generated/forms.ts';

const letterPart = (name: 'LettersOf' | 'LetterOfStep' | 'LetterActs') =>
  lazy(() => import('src/domain/letters/letterParts.client.tsx').then((parts) => ({ default: parts[name] })));

const templatePart = lazy(() =>
  import('src/domain/letters/templateParts.client.tsx').then((parts) => ({ default: parts.PreviewTemplate })),
);

const mergeFields = lazy(() =>
  import('src/domain/letters/templateParts.client.tsx').then((parts) => ({ default: parts.MergeFieldMenu })),
);

const templateText = lazy(() =>
  import('src/domain/letters/templateParts.client.tsx').then((parts) => ({ default: parts.TemplateTextPart })),
);

const letterBeside = lazy(() =>
  import('src/domain/letters/besideParts.client.tsx').then((parts) => ({ default: parts.LetterBeside })),
);

const fieldList = (name: 'templateFields' | 'letterFields') => () =>
  import('src/domain/letters/templateParts.client.tsx').then((lists) => lists[name]);

const logDialog = lazy(() =>
  import('src/domain/consult/logDialog.client.tsx').then((parts) => ({ default: parts.LogDialog })),
);

const stepPart = letterPart('LetterOfStep');

export const domain: ClientDomain = {
  forms,
  views: {},
  itemParts: {
    ...{ ConsultResponse: letterPart('LettersOf'), Letter: letterPart('LetterActs') },
    ...{ RwfLetterPropose: stepPart, RwfLetterApprove: stepPart, RwfLetterSend: stepPart },
    LetterTemplate: templatePart,
  },
  mergeFields: { 'LetterTemplate.body': fieldList('templateFields'), 'Letter.body': fieldList('letterFields') },
  actionDialogs: { consultationLog: logDialog },
  fieldParts: {
    ...{ 'LetterTemplate.subject': mergeFields, 'LetterTemplate.body': templateText },
    'Letter.body': letterBeside,
    'LetterTemplate.signature': mergeFields,
  },
};
