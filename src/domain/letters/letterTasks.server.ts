// `act/previewLetter` and `act/sendLetter`: a letter as files. What was sent stays as it was: the files hang on the letter, and the
// letter changes no more.

import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { letterOf } from 'src/domain/letters/letterOf.server.ts';
import {
  attachMade,
  transitionItem,
  writeMetadataOf,
  type Context,
  type StoredItem,
  type TaskAction,
} from 'src/server/extend.ts';

const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof TYPES;

const MAX_NAME = 80;
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+/gu;

const nameOf = (subject: Json | undefined, format: Format): string =>
  `${[...String(subject ?? '').replaceAll(UNSAFE, ' ')].slice(0, MAX_NAME).join('').trim() || 'letter'}.${format}`;

const storedLetter = async ({ services, db, readFilter }: Context, id: string): Promise<StoredItem> =>
  await services.access.visible(db, readFilter, id);

export const previewLetter: TaskAction = {
  async run({ context, target, input }) {
    const now = await context();
    const stored = await storedLetter(now, target);
    const format: Format = input['format'] === 'docx' ? 'docx' : 'pdf';
    const written = await now.services.letters.write(await letterOf(now, stored));
    const name = nameOf(stored.properties['subject'], format);
    return { file: { name, type: TYPES[format], content: written[format], holds: [stored.id] } };
  },
};

export const sendLetter: TaskAction = {
  async begin(context, { target }) {
    const { state } = (await storedLetter(context, target)).properties;
    if (state !== 'APPROVED')
      throw problem('invalid', { errors: [{ path: '/state', message: 'errors.letter.notApproved' }] });
    return undefined;
  },
  async run(run) {
    const now = await run.context();
    const before = await storedLetter(now, run.target);
    const { letters, files } = now.services;
    const written = await letters.write(await letterOf(now, before));
    const made = await Promise.all(
      (['pdf', 'docx'] as const).map(async (format) => ({
        ...(await files.put(written[format])),
        ...{ name: nameOf(before.properties['subject'], format), type: TYPES[format] },
      })),
    );
    await run.batch(async (context) => {
      const { services, tx } = context;
      const stored = await services.items.find(tx, run.target, true);
      // Sent already by a run whose end was lost, or changed since it was written.
      if (!stored || stored.properties['state'] === 'SENT') return { checkpoint: null };
      if (stored.u !== before.u) throw problem('conflict');
      const ids = await attachMade(context, stored, { property: 'files', files: made });
      await services.items.write(tx, stored, { files: ids }, writeMetadataOf(context));
      await transitionItem(context, { id: stored.id, name: 'markSent', auto: true });
      return { checkpoint: null };
    });
    return {};
  },
};
