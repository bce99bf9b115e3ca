// `act/previewLetter`, `act/previewTemplate` and `act/sendLetter`: a letter as files. What was sent stays as it was: the files hang on the
// letter with their checksums, and the letter changes no more. Whom it goes to gets copies, in the conversation that both sides read.

import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { mergeTemplate } from 'src/domain/letters/draftLetter.server.ts';
import { refreshAnnexes } from 'src/domain/letters/annexes.server.ts';
import { letterFrom, letterOf } from 'src/domain/letters/letterOf.server.ts';
import { noteAnswer } from 'src/domain/letters/noteAnswer.server.ts';
import { refuseWithdrawnRequest } from 'src/domain/letters/withdrawnRequests.server.ts';
import {
  attachMade,
  sayInConversation,
  transitionItem,
  writeMetadataOf,
  type BatchContext,
  type Context,
  type MadeFile,
  type StoredItem,
  type TaskAction,
} from 'src/server/extend.ts';

const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof TYPES;

/** How a letter goes out by itself: as a message with files, to whoever made the request. */
const THREAD = 'THREAD';
const PURPOSE = 'CONSULT_RESPONSE';

const MAX_NAME = 80;
/** Bound of the declared property. */
const MAX_FILE_NAME = 200;
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+/gu;

const nameOf = (subject: Json | undefined, format: Format): string =>
  `${[...String(subject ?? '').replaceAll(UNSAFE, ' ')].slice(0, MAX_NAME).join('').trim() || 'letter'}.${format}`;

const storedLetter = async ({ services, db, readFilter }: Context, id: string): Promise<StoredItem> =>
  await services.access.visible(db, readFilter, id);

export const previewLetter: TaskAction = {
  async run({ context, target, input, batch }) {
    await batch(async (writing) => {
      await refreshAnnexes(writing, target);
      return { checkpoint: null };
    });
    const now = await context();
    const stored = await storedLetter(now, target);
    const format: Format = input['format'] === 'docx' ? 'docx' : 'pdf';
    const written = await now.services.letters.write(await letterOf(now, stored));
    const name = nameOf(stored.properties['subject'], format);
    return { file: { name, type: TYPES[format], content: written[format], holds: [stored.id] } };
  },
};

/** As a template would read about an item, or with examples: what stands in the template's form now, or what is stored. */
export const previewTemplate: TaskAction = {
  async run({ context, target, input }) {
    const now = await context();
    const { services, db, readFilter } = now;
    const template = await services.access.visible(db, readFilter, target);
    const about =
      input['about'] === undefined ? undefined : await services.access.visible(db, readFilter, String(input['about']));
    const { subject, body, of } = await mergeTemplate(now, { ...template.properties, ...input }, about);
    const letter = await letterFrom(now, {
      ...{ owner: template.properties['owner'] ?? null, language: template.properties['language'] ?? null },
      ...{ subject, body, ...(about && { context: about.id, to: about.properties['primaryOrg'] ?? null }) },
    });
    const written = await services.letters.write(letter);
    const file = { name: nameOf(subject, 'pdf'), type: TYPES.pdf, content: written.pdf };
    return { file: { ...file, holds: [template.id, ...of] } };
  },
};

/** Whether what the letter is about leads to something that the purpose's conversations are about. */
const hasConversation = ({ services }: Context, { type, properties }: StoredItem): boolean => {
  const purpose = services.registry.conversations?.purposes[PURPOSE];
  if (!purpose) return false;
  return isItemId(properties[purpose.about ?? '']) || purpose.contexts?.includes(type) === true;
};

const refused = (path: string, message: string): Error => invalid([{ path, message }]);

/** What goes into the conversation is read by who made the request, so it is addressed to nobody else. */
const refuseElsewhere = (letter: StoredItem, about: StoredItem | undefined): void => {
  if (about && letter.properties['to'] !== about.properties['primaryOrg'])
    throw refused('/by', 'errors.letter.notToSubmitter');
};

const wayOf = (input: Values): string => String(input['by'] ?? THREAD);

/** Exactly what goes out: the bytes of the two files, and what was attached. */
const sentFiles = async (now: Context, letter: StoredItem): Promise<MadeFile[]> => {
  const { letters, files, items } = now.services;
  const written = await letters.write(await letterOf(now, letter));
  const made = await Promise.all(
    (['pdf', 'docx'] as const).map(async (format) => ({
      ...(await files.put(written[format])),
      ...{ name: nameOf(letter.properties['subject'], format), type: TYPES[format] },
    })),
  );
  const named = Array.isArray(letter.properties['attachments']) ? letter.properties['attachments'] : [];
  const found = await items.findMany(now.db, named.filter(isItemId));
  const attached = found.filter(({ acl, properties }) => properties['trashed'] !== true && now.readFilter.canRead(acl));
  if (attached.length < named.length) throw refused('/attachments', 'errors.letter.attachmentGone');
  const further = attached.flatMap(({ properties: { originalName, filetype, fileID, size } }) =>
    typeof fileID === 'string'
      ? [{ fileID, size: Number(size ?? 0), name: String(originalName ?? ''), type: String(filetype ?? '') }]
      : [],
  );
  return [...made, ...further];
};

const LETTER_FILES = 2;

/** With its files and their checksums, which stay as they are; the other side gets copies that nobody here can take away. */
const markSent = async (context: BatchContext, letter: StoredItem, { by, files }: Sending): Promise<void> => {
  const { services, tx } = context;
  const about = await services.items.find(tx, String(letter.properties['context']));
  await refuseWithdrawnRequest(context, about);
  if (by === THREAD) refuseElsewhere(letter, about);
  const body = String(letter.properties['subject'] ?? '');
  const thread =
    by === THREAD && about ? await sayInConversation(context, { about, key: PURPOSE, body, files }) : undefined;
  if (by === THREAD && thread === undefined) throw refused('/by', 'errors.letter.noConversation');
  const ids = await attachMade(context, letter, { property: 'files', files: files.slice(0, LETTER_FILES) });
  const sentAs = files.map(({ name, size, fileID }) => ({ name: name.slice(0, MAX_FILE_NAME), size, sha256: fileID }));
  const changes = { files: ids, by, sentAs, ...(thread !== undefined && { thread }) };
  await services.items.write(tx, letter, changes, writeMetadataOf(context));
  await transitionItem(context, { id: letter.id, name: 'markSent', auto: true });
  if (thread !== undefined) await noteAnswer(context, { letter, about, thread });
};

interface Sending {
  readonly by: string;
  readonly files: readonly MadeFile[];
}

export const sendLetter: TaskAction = {
  async begin(context, { target, input }) {
    const letter = await storedLetter(context, target);
    const { properties } = letter;
    if (properties['state'] !== 'APPROVED') throw refused('/state', 'errors.letter.notApproved');
    const about = await context.services.items.find(context.db, String(properties['context']));
    await refuseWithdrawnRequest(context, about);
    if (wayOf(input) === THREAD && about && !hasConversation(context, about))
      throw refused('/by', 'errors.letter.noConversation');
    if (wayOf(input) === THREAD) refuseElsewhere(letter, about);
    return undefined;
  },
  async run(run) {
    const now = await run.context();
    const before = await storedLetter(now, run.target);
    const sending = { by: wayOf(run.input), files: await sentFiles(now, before) };
    await run.batch(async (context) => {
      const stored = await context.services.items.find(context.tx, run.target, true);
      // Sent already by a run whose end was lost, or changed since it was written.
      if (!stored || stored.properties['state'] === 'SENT') return { checkpoint: null };
      if (stored.properties['state'] !== 'APPROVED') throw refused('/state', 'errors.letter.notApproved');
      if (stored.u !== before.u) throw problem('conflict');
      await markSent(context, stored, sending);
      return { checkpoint: null };
    });
    return {};
  },
};
