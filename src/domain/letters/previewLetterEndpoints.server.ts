// `act/previewLetter` and `act/previewTemplate`: a letter as files before it is sent.

import { refreshAnnexes } from 'src/domain/letters/annexes.server.ts';
import { mergeTemplate } from 'src/domain/letters/mergeTemplate.server.ts';
import { letterFileName, LETTER_MEDIA_TYPES, type Format } from 'src/domain/letters/letterFiles.server.ts';
import { letterFrom, letterOf } from 'src/domain/letters/letterOf.server.ts';
import type { Values } from 'src/model/item/Item.ts';
import { endpoint, type Context, type StoredItem } from 'src/server/extend.ts';

const storedLetter = async ({ services, db, readFilter }: Context, id: string): Promise<StoredItem> =>
  await services.access.visible(db, readFilter, id);

const TYPED = ['subject', 'salutation', 'body', 'signature'] as const;

/** Texts of the letter as a person is typing them. They are not kept. */
const typedIn = (input: Values): Values =>
  Object.fromEntries(
    TYPED.flatMap((name) => {
      const value = input[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Shows the letter as it would go out, with the texts in the form or the stored ones. */
export const previewLetter = endpoint('previewLetter', {
  async run({ context, target, input, batch }) {
    await batch(async (writing) => {
      await refreshAnnexes(writing, target);
      return { checkpoint: null };
    });
    const now = await context();
    const stored = await storedLetter(now, target);
    const format: Format = input['format'] === 'docx' ? 'docx' : 'pdf';
    const content = await now.services.letters.write(await letterOf(now, stored, typedIn(input)), format);
    const name = letterFileName(stored.properties['subject'], format);
    return { file: { name, type: LETTER_MEDIA_TYPES[format], content, holds: [stored.id] } };
  },
});

/** Previews a template about an item, or with examples. It uses the values in the form, or the stored ones. */
export const previewTemplate = endpoint('previewTemplate', {
  async run({ context, target, input }) {
    const now = await context();
    const { services, db, readFilter } = now;
    const template = await services.access.visible(db, readFilter, target);
    const about =
      input['about'] === undefined ? undefined : await services.access.visible(db, readFilter, String(input['about']));
    const { subject, body, signature, of } = await mergeTemplate(now, { ...template.properties, ...input }, about);
    const letter = await letterFrom(now, {
      ...{ owner: template.properties['owner'] ?? null, language: template.properties['language'] ?? null },
      ...{ subject, body, signature, ...(about && { context: about.id, to: about.properties['primaryOrg'] ?? null }) },
    });
    const content = await services.letters.write(letter, 'pdf');
    const file = { name: letterFileName(subject, 'pdf'), type: LETTER_MEDIA_TYPES.pdf, content };
    return { file: { ...file, holds: [template.id, ...of] } };
  },
});
