// The area of letters.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

const letterPart = (name: 'LettersOf' | 'LetterOfStep' | 'LetterActs') =>
  lazyOf(async () => (await import('src/domain/letters/letterParts.client.tsx'))[name]);

const templateParts = () => import('src/domain/letters/templateParts.client.tsx');

const mergeFieldMenu = lazyOf(async () => (await templateParts()).MergeFieldMenu);

const stepPart = letterPart('LetterOfStep');

export const lettersClientArea: ClientArea = {
  itemParts: {
    ...{ ConsultResponse: letterPart('LettersOf'), Letter: letterPart('LetterActs') },
    ...{ RwfLetterPropose: stepPart, RwfLetterApprove: stepPart, RwfLetterSend: stepPart },
    LetterTemplate: lazyOf(async () => (await templateParts()).PreviewTemplate),
  },
  mergeFields: {
    'LetterTemplate.body': async () => (await templateParts()).templateFields,
    'Letter.body': async () => (await templateParts()).letterFields,
  },
  fieldParts: {
    'LetterTemplate.subject': mergeFieldMenu,
    'LetterTemplate.body': lazyOf(async () => (await templateParts()).TemplateTextPart),
    'Letter.body': lazyOf(async () => (await templateParts()).LetterBeside),
    'LetterTemplate.signature': mergeFieldMenu,
  },
};
