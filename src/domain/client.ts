// Client part of the domain: the generated forms of all types and, by registered key, the components and functions that a declaration
// cannot express. Read by client/main; an area adds its line here.

import type { ClientDomain } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';
import type {} from 'src/generated/endpoints.ts';
import { reviewDraftParts, reviewPageParts, reviewTabs } from 'src/domain/consult/reviewParts.client.tsx';
import { wordPageParts } from 'src/domain/vocab/wordParts.client.ts';
import { forms } from 'src/generated/forms.ts';

const letterPart = (name: 'LettersOf' | 'LetterOfStep' | 'LetterActs') =>
  lazyOf(async () => (await import('src/domain/letters/letterParts.client.tsx'))[name]);

const templateParts = () => import('src/domain/letters/templateParts.client.tsx');

const mergeFieldMenu = lazyOf(async () => (await templateParts()).MergeFieldMenu);

const stepPart = letterPart('LetterOfStep');

export const clientDomain: ClientDomain = {
  forms,
  views: {},
  itemParts: {
    ...{ ConsultResponse: letterPart('LettersOf'), Letter: letterPart('LetterActs') },
    ...{ RwfLetterPropose: stepPart, RwfLetterApprove: stepPart, RwfLetterSend: stepPart },
    LetterTemplate: lazyOf(async () => (await templateParts()).PreviewTemplate),
  },
  tabs: reviewTabs,
  pageParts: [...wordPageParts, ...reviewPageParts],
  draftParts: reviewDraftParts,
  mergeFields: {
    'LetterTemplate.body': async () => (await templateParts()).templateFields,
    'Letter.body': async () => (await templateParts()).letterFields,
  },
  actionDialogs: {
    consultationLog: lazyOf(async () => (await import('src/domain/consult/logDialog.client.tsx')).LogDialog),
  },
  fieldParts: {
    'LetterTemplate.subject': mergeFieldMenu,
    'LetterTemplate.body': lazyOf(async () => (await templateParts()).TemplateTextPart),
    'Letter.body': lazyOf(async () => (await templateParts()).LetterBeside),
    'LetterTemplate.signature': mergeFieldMenu,
  },
};
