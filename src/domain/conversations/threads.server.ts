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

/** Organisations that what it is about was sent to: they alone can be a party beside its owner. */
const askedOf = async ({ context }: Values, { services, db }: Context): Promise<string[]> => {
  const stored = isItemId(context) ? await services.items.find(db, context) : undefined;
  return textsOf(stored?.properties['communities']);
};

/** Who writes for one of these organisations, and not for the owner, writes for that organisation alone. */
const ownParties = async (proposed: Values, context: Context): Promise<Values> => {
  const { memberships } = context.subject;
  const isOwner = memberships.some(({ owner }) => owner === proposed['owner']);
  const asked = isOwner ? [] : await askedOf(proposed, context);
  const parties = asked.filter((id) => memberships.some(({ owner }) => owner === id));
  const values: Values = parties.length > 0 ? { parties } : {};
  return values;
};

export const completeThread: BeforeSaveRule = async (proposed, before, context) => {
  const { assignedTo } = proposed;
  const participants = textsOf(proposed['participants']);
  const takesPart =
    typeof assignedTo !== 'string' || assignedTo === before?.['assignedTo'] || participants.includes(assignedTo);
  const first = before === undefined ? await fromContext(proposed, context) : {};
  return {
    ...first,
    ...(before === undefined ? await ownParties({ ...proposed, ...first }, context) : {}),
    ...(takesPart ? {} : { participants: [...participants, assignedTo] }),
  };
};

const partyErrors = async (proposed: Values, before: Values | undefined, context: Context): Promise<InvalidEntry[]> => {
  const known = textsOf(before?.['parties']);
  const added = textsOf(proposed['parties']).filter((id) => !known.includes(id));
  const asked = added.length === 0 ? [] : await askedOf(proposed, context);
  return added.every((id) => asked.includes(id)) ? [] : [{ path: '/parties', message: 'errors.invalidChoice' }];
};

export const threadRules: ValidateRule = async (proposed, before, rule) => {
  const { services } = rule;
  const errors: InvalidEntry[] = [];
  const { context, contextType, purpose, resolved, messageCount } = proposed;
  if (before && before['context'] !== context) errors.push({ path: '/context', message: 'errors.thread.moved' });
  const declared = typeof purpose === 'string' ? services.registry.conversations?.purposes[purpose] : undefined;
  if (declared?.contexts?.includes(String(contextType)) === false && purpose !== before?.['purpose'])
    errors.push({ path: '/purpose', message: 'errors.thread.elsewhere' });
  if (declared?.attachments === true && resolved === true && Number(messageCount ?? 0) === 0)
    errors.push({ path: '/resolved', message: 'errors.thread.silent' });
  return [...errors, ...(await partyErrors(proposed, before, rule))];
};
