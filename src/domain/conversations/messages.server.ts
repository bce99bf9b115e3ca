// Rules of messages: their author, the time limit for changes, and the people they may mention.

import { idsIn } from 'src/model/item/idsIn.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import { countsWithMessage, messageCountOf } from 'src/model/conversations/messageCounts.ts';
import {
  readersAmong,
  type WritingContext,
  type BeforeSaveRule,
  type Context,
  type ValidateRule,
  writeItem,
} from 'src/server/extend.ts';

/** Its author may change a message for so long. */
const EDITABLE_MS = 15 * 60_000;
/** Properties that the author writes; the server writes the others. */
const AUTHORED_PROPERTIES = ['body', 'attachments', 'mentions'] as const;

const isEdited = (proposed: Values, before: Values): boolean =>
  AUTHORED_PROPERTIES.some((name) => !deepEqual(proposed[name] ?? null, before[name] ?? null));

/** Adds the message to the counts of its conversation. Locks the conversation, so that messages have one order. */
const countMessage = async ({ thread }: Values, context: WritingContext): Promise<void> => {
  const { services, tx, subject, now } = context;
  const stored = typeof thread === 'string' ? await services.items.find(tx, thread, true) : undefined;
  // The check of relations decides whether the author may see the conversation.
  if (!stored || subject.userId === undefined) return;
  const changes = countsWithMessage(stored.properties, { author: subject.userId, at: now });
  await writeItem(context, stored, { changes });
};

export const completeMessage: BeforeSaveRule = async (proposed, before, context) => {
  const { now, subject } = context;
  if (before) {
    const edited: Values = isEdited(proposed, before) ? { edited: now.toISOString() } : {};
    return edited;
  }
  await countMessage(proposed, context);
  const editableUntil = new Date(now.getTime() + EDITABLE_MS).toISOString();
  return { editableUntil, ...(subject.userId === undefined ? {} : { author: subject.userId }) };
};

const changeErrors = (proposed: Values, before: Values, { subject, now }: Context): InvalidEntry[] => {
  if (before['thread'] !== proposed['thread']) return [{ path: '/thread', message: 'errors.message.moved' }];
  if (!isEdited(proposed, before)) return [];
  const { author, editableUntil, struckAt } = before;
  if (struckAt !== undefined) return [{ path: '/body', message: 'errors.message.struck' }];
  if (author !== subject.userId) return [{ path: '/body', message: 'errors.message.others' }];
  const isLate = typeof editableUntil !== 'string' || Date.parse(editableUntil) < now.getTime();
  return isLate ? [{ path: '/body', message: 'errors.message.late' }] : [];
};

/** Called after the conversation has counted the message. */
const firstErrors = async ({ thread, attachments }: Values, { services, db }: Context): Promise<InvalidEntry[]> => {
  const { properties } = (typeof thread === 'string' && (await services.items.find(db, thread))) || { properties: {} };
  const { purpose } = properties as Values;
  const needed =
    typeof purpose === 'string' && services.registry.conversations?.purposes[purpose]?.attachments === true;
  const missing = needed && messageCountOf(properties) === 1 && idsIn(attachments).length === 0;
  return missing ? [{ path: '/attachments', message: 'errors.message.attachment' }] : [];
};

const mentionErrors = async (
  proposed: Values,
  before: Values | undefined,
  context: Context,
): Promise<InvalidEntry[]> => {
  const { thread, mentions } = proposed;
  const known = new Set(idsIn(before?.['mentions']));
  const added = idsIn(mentions).filter((id) => !known.has(id));
  const stored =
    added.length > 0 && typeof thread === 'string' ? await context.services.items.find(context.db, thread) : undefined;
  if (!stored) return [];
  const may = new Set(await readersAmong(context, added, stored));
  return idsIn(mentions).flatMap((id, index) =>
    known.has(id) || may.has(id) ? [] : [{ path: `/mentions/${index}`, message: 'errors.message.unseen' }],
  );
};

export const messageRules: ValidateRule = async (proposed, before, context) => {
  const errors = before ? changeErrors(proposed, before, context) : await firstErrors(proposed, context);
  const isEmpty = proposed['body'] === undefined && idsIn(proposed['attachments']).length === 0;
  if (isEmpty && proposed['struckAt'] === undefined) errors.push({ path: '/body', message: 'errors.message.empty' });
  return [...errors, ...(await mentionErrors(proposed, before, context))];
};
