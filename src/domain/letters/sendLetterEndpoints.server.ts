// `act/sendLetter` sends a letter in the conversation or by email; `act/recordSending` records that a person sent it themselves. A sent
// letter cannot change: its files are attached to it with their checksums.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { addresseesOf, queueLetterEmails } from 'src/domain/letters/letterEmail.server.ts';
import { writeFiles, type LetterFiles } from 'src/domain/letters/letterFiles.server.ts';
import { demandOtherSender } from 'src/domain/letters/letterSteps.server.ts';
import { copyToSubmitter, noteAnswer, PURPOSE } from 'src/domain/letters/noteAnswer.server.ts';
import { refuseWithdrawnRequest } from 'src/domain/letters/withdrawnRequests.server.ts';
import {
  attachMade,
  attachUploads,
  postToConversation,
  todayOf,
  transitionItem,
  type WritingContext,
  type Context,
  type MadeFile,
  type StoredItem,
  endpoint,
  type TaskRun,
  removeItem,
  writeItem,
} from 'src/server/extend.ts';

const [THREAD, EMAIL] = ['THREAD', 'EMAIL'] as const;
/** Bound of the declared property. */
const MAX_FILE_NAME = 200;

/** Returns whether the subject of the letter leads to an item that the purpose's conversations are about. */
const hasConversation = ({ services }: Context, { type, properties }: StoredItem): boolean => {
  const purpose = services.registry.conversations?.purposes[PURPOSE];
  if (!purpose) return false;
  return isItemId(properties[purpose.about ?? '']) || purpose.contexts?.includes(type) === true;
};

/** Refuses a letter to another addressee, because the maker of the request reads the conversation. */
const refuseElsewhere = (letter: StoredItem, about: StoredItem | undefined): void => {
  if (about && letter.properties['to'] !== about.properties['primaryOrg'])
    throw invalidAt('/by', 'errors.letter.notToSubmitter');
};

type SendInput = Endpoints['sendLetter']['input'];
type RecordInput = Endpoints['recordSending']['input'];

interface Opened {
  readonly letter: StoredItem;
  readonly about: StoredItem | undefined;
}

const openApproved = async (context: Context, target: string): Promise<Opened> => {
  const { services, db, readFilter } = context;
  const letter = await services.access.visible(db, readFilter, target);
  if (letter.properties['state'] !== 'APPROVED') throw invalidAt('/state', 'errors.letter.notApproved');
  const about = await services.items.find(db, String(letter.properties['context']));
  await refuseWithdrawnRequest(context, about);
  return { letter, about };
};

interface Sending extends Opened {
  readonly files: LetterFiles;
  readonly input: SendInput | RecordInput;
}

/** Files go out in this order. */
const outgoing = ({ pdf, attached }: LetterFiles): MadeFile[] => [pdf, ...attached];

/** Files of an attempt that delivered nothing. */
const removeFiles = async (context: WritingContext, letter: StoredItem): Promise<StoredItem> => {
  const { services, tx } = context;
  const before = await services.items.findMany(tx, valuesAt(letter.properties, 'files').filter(isItemId));
  if (before.length === 0) return letter;
  const without = await writeItem(context, letter, { changes: { files: null } });
  for (const file of before) await removeItem(context, file);
  return without;
};

/** Puts the files of the letter on it, with the checksums of those that go out. */
const keepFiles = async (context: WritingContext, { letter: stored, files, input }: Sending): Promise<StoredItem> => {
  const letter = await removeFiles(context, stored);
  const ids = await attachMade(context, letter, { property: 'files', files: [files.pdf, files.docx] });
  const sentAs = outgoing(files).map(({ name, size, fileID }) => ({
    ...{ name: name.slice(0, MAX_FILE_NAME), size, sha256: fileID },
  }));
  const changes = { files: ids, sentAs, by: input.by ?? THREAD, sentBy: context.subject.userId ?? null };
  return await writeItem(context, letter, { changes });
};

const markSent = async (context: WritingContext, letter: StoredItem, changes: Values): Promise<void> => {
  await writeItem(context, letter, { changes });
  await transitionItem(context, { id: letter.id, name: 'markSent', auto: true });
};

/** The other party gets copies of its own, which the sender cannot remove. */
const sendInThread = async (context: WritingContext, { letter, about, files }: Sending): Promise<void> => {
  refuseElsewhere(letter, about);
  const said = { key: PURPOSE, body: String(letter.properties['subject'] ?? ''), files: outgoing(files) };
  const thread = about && (await postToConversation(context, { about, ...said }));
  if (thread === undefined) throw invalidAt('/by', 'errors.letter.noConversation');
  await markSent(context, letter, { thread, sentOn: await todayOf(context, letter) });
  await noteAnswer(context, { letter, about, thread });
};

/** The letter is sent when a mail server has taken it. */
const sendByEmail = async (
  context: WritingContext,
  { letter, about }: Sending,
  address: string | undefined,
): Promise<void> => {
  const to = await addresseesOf(context, letter, { about, address });
  const written = await queueLetterEmails(context, letter, to);
  await transitionItem(context, { id: written.id, name: 'handOver', auto: true });
};

/** `proof`: uploads of the person. */
const recordOwn = async (
  context: WritingContext,
  { letter, files }: Sending,
  { date, proof = [] }: RecordInput,
): Promise<void> => {
  const proven = proof.length > 0 ? await attachUploads(context, letter, { proof }) : letter;
  await markSent(context, proven, { sentOn: date });
  await copyToSubmitter(context, proven, outgoing(files));
};

const sendBy = (context: WritingContext, sending: Sending): Promise<void> => {
  const { input } = sending;
  if ('date' in input) return recordOwn(context, sending, input);
  return input.by === EMAIL ? sendByEmail(context, sending, input.address) : sendInThread(context, sending);
};

const isUnderWay = ({ properties }: StoredItem): boolean => ['SENDING', 'SENT'].includes(String(properties['state']));

const sendOnce = async (
  context: WritingContext,
  before: StoredItem,
  sending: Omit<Sending, 'letter' | 'about'>,
): Promise<void> => {
  const { services, tx } = context;
  const about = await services.items.find(tx, String(before.properties['context']), true);
  const letter = await services.items.find(tx, before.id, true);
  if (!letter || isUnderWay(letter)) return;
  if (letter.properties['state'] !== 'APPROVED') throw invalidAt('/state', 'errors.letter.notApproved');
  if (letter.u !== before.u) throw problem('conflict');
  await refuseWithdrawnRequest(context, about);
  await demandOtherSender(context, letter);
  const kept = await keepFiles(context, { ...sending, letter, about });
  await sendBy(context, { ...sending, letter: kept, about });
};

const runSending = async ({
  context,
  target,
  input,
  batch,
}: TaskRun<SendInput | RecordInput>): Promise<Record<string, never>> => {
  const now = await context();
  const before = await now.services.access.visible(now.db, now.readFilter, target);
  // A run whose end was lost.
  if (isUnderWay(before)) return {};
  const files = await writeFiles(now, before);
  await batch(async (writing) => {
    await sendOnce(writing, before, { files, input });
    return { checkpoint: null as Json };
  });
  return {};
};

export const sendLetter = endpoint('sendLetter', {
  async begin(context, { target, input }) {
    const { letter, about } = await openApproved(context, target);
    const { by = THREAD, address } = input;
    if (by === EMAIL) await addresseesOf(context, letter, { about, address });
    if (by !== THREAD) return undefined;
    if (about && !hasConversation(context, about)) throw invalidAt('/by', 'errors.letter.noConversation');
    refuseElsewhere(letter, about);
    return undefined;
  },
  run: runSending,
});

export const recordSending = endpoint('recordSending', {
  async begin(context, { target, input }) {
    const { letter } = await openApproved(context, target);
    if (input.date > (await todayOf(context, letter))) throw invalidAt('/date', 'errors.letter.ahead');
    return undefined;
  },
  run: runSending,
});
