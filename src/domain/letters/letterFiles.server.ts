// A letter as files: the PDF that goes out, with what is attached to it, and a Word document that stays inside for further editing.

import type { Json } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import { filesOfAnnexes } from 'src/domain/letters/annexes.server.ts';
import { isPrintedPicture, letterOf } from 'src/domain/letters/letterOf.server.ts';
import { usableFiles } from 'src/domain/letters/usableFiles.server.ts';
import { madeFileOf, type Context, type MadeFile, type StoredItem } from 'src/server/extend.ts';

export const LETTER_MEDIA_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const;
export type Format = keyof typeof LETTER_MEDIA_TYPES;

export const letterFileName = (subject: Json | undefined, format: Format): string =>
  `${titleAsFileName(String(subject ?? '')) || 'letter'}.${format}`;

export interface LetterFiles {
  readonly pdf: MadeFile;
  readonly docx: MadeFile;
  /** Files that go out with the PDF. */
  readonly attached: readonly MadeFile[];
}

const letterAttachments = async (now: Context, letter: StoredItem): Promise<MadeFile[]> => {
  const named = Array.isArray(letter.properties['attachments']) ? letter.properties['attachments'] : [];
  const attached = [...(await usableFiles(now, named)).values()];
  if (attached.length < named.length) throw invalidAt('/attachments', 'errors.letter.attachmentGone');
  const beside = (await filesOfAnnexes(now, letter.properties)).flat().filter((file) => !isPrintedPicture(file));
  return [...attached, ...beside].flatMap((file) => madeFileOf(file) ?? []);
};

/** Category of what stays inside: lists of attachments name the PDF of a letter only. */
const EDITING = 'EDITING';

/** Writes the files. Throws if an attached file was deleted or the caller may not read it. */
export const writeFiles = async (now: Context, letter: StoredItem): Promise<LetterFiles> => {
  const { letters, files } = now.services;
  const printed = await letterOf(now, letter);
  const made = async (format: Format): Promise<MadeFile> => ({
    ...(await files.put(await letters.write(printed, format))),
    ...{ name: letterFileName(letter.properties['subject'], format), type: LETTER_MEDIA_TYPES[format] },
  });
  const [pdf, docx] = await Promise.all([made('pdf'), made('docx')]);
  return {
    pdf,
    docx: { ...docx, category: EDITING },
    attached: await letterAttachments(now, letter),
  };
};
