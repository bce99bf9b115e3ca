// Keeps workflow steps about a letter consistent with the letter. A step gets the open letter when it begins; completing the step moves the
// letter, and moving the letter on its own page completes the step.

import { LETTER } from 'src/domain/letters/letterNames.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { isDone } from 'src/model/workflow/WorkflowTemplate.ts';
import {
  completeByItself,
  refuseAuthor,
  refuseSamePersonAt,
  stepsAt,
  todayOf,
  transitionItem,
  type WritingContext,
  type Context,
  type EffectCause,
  type RunEffect,
  type StoredItem,
  writeItem,
} from 'src/server/extend.ts';

/** The property of a step that names its letter. */
const LETTER_RELATION = 'letter';
const [PROPOSE, APPROVE, SEND] = ['RWF_LETTER_PROPOSE', 'RWF_LETTER_APPROVE', 'RWF_LETTER_SEND'] as const;

const letterRefusal = (message: string): Error => invalid([{ path: `/${LETTER_RELATION}`, message }]);

const letterState = ({ properties }: StoredItem): string => String(properties['state'] ?? '');

/** Letters of which nothing more comes. */
const ENDED_LETTER_STATES: readonly string[] = ['SENT', 'STOPPED'];

/** The newest about the item that has not been sent. */
const currentLetter = async ({ services, tx }: WritingContext, about: ItemId): Promise<StoredItem | undefined> => {
  const ids = await services.items.holding(tx, { type: LETTER, path: 'context', id: about });
  const found = (await services.items.findMany(tx, ids)).filter(
    (letter) => !ENDED_LETTER_STATES.includes(letterState(letter)),
  );
  return found.sort((one, other) => other.number - one.number)[0];
};

/** Links the present letter when a step becomes active. */
export const takeLetter: RunEffect = async (context, { item, step }) => {
  if (!step || step.properties[LETTER_RELATION] !== undefined) return;
  const letter = await currentLetter(context, item.id);
  if (letter) await writeItem(context, step, { changes: { [LETTER_RELATION]: letter.id } });
};

/** A new letter is the one that open steps wait for. */
export const joinLetter = async (context: WritingContext, about: ItemId, letter: ItemId): Promise<void> => {
  const waiting = (await stepsAt(context, { path: 'of', id: about })).filter(
    (step) =>
      [PROPOSE, APPROVE, SEND].some((kind) => kind === step.kind) &&
      step.state === 'ACTIVE' &&
      step.stored.properties[LETTER_RELATION] === undefined,
  );
  for (const { stored } of waiting) await writeItem(context, stored, { changes: { [LETTER_RELATION]: letter } });
};

const letterOfStep = async (
  { services, tx }: WritingContext,
  { item, step }: EffectCause,
): Promise<StoredItem | undefined> => {
  const id = step?.properties[LETTER_RELATION];
  const letter = isItemId(id) ? await services.items.find(tx, id) : undefined;
  if (letter && letter.properties['context'] !== item.id) throw letterRefusal('errors.letter.elsewhere');
  return letter;
};

/** Refuses to complete a step whose letter has been stopped. */
export const refuseStopped: RunEffect = async (context, cause) => {
  const letter = await letterOfStep(context, cause);
  if (letter && letterState(letter) === 'STOPPED') throw letterRefusal('errors.letter.stopped');
};

/** Returns the version that the person has read on the letter's page, now or earlier. */
const seenVersion = async (
  { services, tx, subject, seen }: WritingContext,
  letter: StoredItem,
): Promise<number | undefined> => {
  const now = seen?.[letter.id];
  if (now !== undefined) return now;
  const ids = await services.items.holding(tx, { type: 'ReadMark', path: 'context', id: letter.id });
  const marks = await services.items.findMany(tx, ids);
  const own = marks.find(({ properties }) => properties['user'] === subject.userId);
  return own && Number(own.properties['seen']);
};

/** Completing the step approves its letter, with the rights of the person who completes it and has looked at it. */
export const approveLetter: RunEffect = async (context, cause) => {
  const letter = await letterOfStep(context, cause);
  if (!letter || !cause.step) throw letterRefusal('errors.required');
  await refuseStopped(context, cause);
  await writeItem(context, cause.step, { changes: { approved: true } });
  if (letterState(letter) !== 'PROPOSED') return;
  const u = await seenVersion(context, letter);
  if (u === undefined) throw letterRefusal('errors.letter.unseen');
  await transitionItem(context, { id: letter.id, name: 'approve', u });
};

/** Runs when a letter is approved, on its page or by a step. */
export const demandOtherPerson: RunEffect = async (context, { item: letter }) => {
  const about = letter.properties['context'];
  if (isItemId(about)) await refuseAuthor(context, { about, kind: APPROVE, record: letter });
};

/** Runs before a letter is sent. */
export const demandOtherSender = async (context: WritingContext, letter: StoredItem): Promise<void> => {
  const about = letter.properties['context'];
  if (isItemId(about)) await refuseAuthor(context, { about, kind: SEND, record: letter });
};

export const demandSent: RunEffect = async (context, cause) => {
  const letter = await letterOfStep(context, cause);
  if (!letter || letterState(letter) !== 'SENT') throw letterRefusal('errors.letter.notSent');
};

/** Returns what the step records about a letter in this state. */
const filledBy = async (
  context: Context,
  kind: string,
  letter: StoredItem,
): Promise<Readonly<Record<string, Json>> | undefined> => {
  const state = letterState(letter);
  if (kind === APPROVE && state === 'APPROVED') return { approved: true };
  if (kind !== SEND || state !== 'SENT') return undefined;
  const { sentOn, by } = letter.properties;
  return { sentOn: sentOn ?? (await todayOf(context, letter)), by: by ?? null };
};

/** Completes the steps of a letter that was approved or sent. A step that asks for an outcome waits until a person gives it. */
export const followLetter: RunEffect = async (context, { item: letter }) => {
  const about = letter.properties['context'];
  const { services, tx } = context;
  // Locks the workflow before reading its steps, because a person may complete one at the same moment.
  if (!isItemId(about) || !(await services.items.find(tx, about, true))) return;
  for (const step of await stepsAt(context, { path: LETTER_RELATION, id: letter.id })) {
    if (isDone(step) || step.state !== 'ACTIVE' || step.stored.properties['of'] !== about) continue;
    const filled = await filledBy(context, step.kind, letter);
    if (!filled) continue;
    await refuseSamePersonAt(context, about, step.stored.id);
    await writeItem(context, step.stored, { changes: filled });
    await completeByItself(context, about, step.stored.id);
  }
};
