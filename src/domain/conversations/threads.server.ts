// Rules of a conversation: it stays with the item that it is about and belongs to that item's owner; whoever is asked to act takes part.

import { isItemId, parseItemId } from 'src/model/item/itemId.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule, Context, ValidateRule } from 'src/server/extend.ts';

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The owner is stored, so that its lists and its facet are at hand; a context of the site has none. */
const fromContext = async ({ context }: Values, { services, db, subject }: Context): Promise<Values> => {
  if (!isItemId(context)) return {};
  const stored = await services.items.find(db, context);
  const owner = stored?.owners.find(isItemId);
  const facts = { contextType: parseItemId(context).type, ...(owner === undefined ? {} : { owner }) };
  return subject.userId === undefined ? facts : { ...facts, openedBy: subject.userId };
};

export const completeThread: BeforeSaveRule = async (proposed, before, context) => {
  const { assignedTo } = proposed;
  const participants = textsOf(proposed['participants']);
  const takesPart =
    typeof assignedTo !== 'string' || assignedTo === before?.['assignedTo'] || participants.includes(assignedTo);
  return {
    ...(before === undefined ? await fromContext(proposed, context) : {}),
    ...(takesPart ? {} : { participants: [...participants, assignedTo] }),
  };
};

export const threadRules: ValidateRule = (proposed, before, { services }) => {
  const errors: InvalidEntry[] = [];
  const { context, contextType, purpose, resolved, messageCount } = proposed;
  if (before && before['context'] !== context) errors.push({ path: '/context', message: 'errors.thread.moved' });
  const declared = typeof purpose === 'string' ? services.registry.conversations?.purposes[purpose] : undefined;
  if (declared?.contexts?.includes(String(contextType)) === false && purpose !== before?.['purpose'])
    errors.push({ path: '/purpose', message: 'errors.thread.elsewhere' });
  if (declared?.attachments === true && resolved === true && Number(messageCount ?? 0) === 0)
    errors.push({ path: '/resolved', message: 'errors.thread.silent' });
  return Promise.resolve(errors);
};
