// Client part of the domain: the generated forms of all types and, by registered key, the components and functions that a declaration
// cannot express. Read by client/main; an area adds its line here.

import { lazy } from 'react';
import type { ClientDomain } from 'src/client/extend.ts';
import type {} from 'src/generated/endpoints.ts';
import { reviewDraftParts, reviewPageParts, reviewTabs } from 'src/domain/consult/reviewParts.client.tsx';
import { forms } from 'src/generated/forms.ts';

const letterPart = (name: 'LettersOf' | 'LetterOfStep' | 'LetterActs') =>
  lazy(() => import('src/domain/letters/letterParts.client.tsx').then((parts) => ({ default: parts[name] })));

const templateParts = () => import('src/domain/letters/templateParts.client.tsx');

const templatePart = lazy(async () => ({ default: (await templateParts()).PreviewTemplate }));

const mergeFieldMenu = lazy(async () => ({ default: (await templateParts()).MergeFieldMenu }));

const templateText = lazy(async () => ({ default: (await templateParts()).TemplateTextPart }));

const letterBeside = lazy(async () => ({ default: (await templateParts()).LetterBeside }));

const logDialog = lazy(() =>
  import('src/domain/consult/logDialog.client.tsx').then((parts) => ({ default: parts.LogDialog })),
);

const stepPart = letterPart('LetterOfStep');

export const clientDomain: ClientDomain = {
  forms,
  views: {},
  itemParts: {
    ...{ ConsultResponse: letterPart('LettersOf'), Letter: letterPart('LetterActs') },
    ...{ RwfLetterPropose: stepPart, RwfLetterApprove: stepPart, RwfLetterSend: stepPart },
    LetterTemplate: templatePart,
  },
  tabs: reviewTabs,
  pageParts: reviewPageParts,
  draftParts: reviewDraftParts,
  mergeFields: {
    'LetterTemplate.body': async () => (await templateParts()).templateFields,
    'Letter.body': async () => (await templateParts()).letterFields,
  },
  actionDialogs: { consultationLog: logDialog },
  fieldParts: {
    ...{ 'LetterTemplate.subject': mergeFieldMenu, 'LetterTemplate.body': templateText },
    'Letter.body': letterBeside,
    'LetterTemplate.signature': mergeFieldMenu,
  },
};
