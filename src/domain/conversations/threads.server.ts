// Rules of a conversation: it stays with the item that it is about and belongs to that item's owner. People who are asked to act become
// participants.

import { stringsIn } from 'src/base/stringsIn.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { isItemId, parseItemId } from 'src/model/item/itemId.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { messageCountOf } from 'src/model/conversations/messageCounts.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule, Context, ValidateRule } from 'src/server/extend.ts';

/** Stores the owner, which its lists and its facet need; a context of the site has none. */
const fromContext = async ({ context }: Values, { services, db, subject }: Context): Promise<Values> => {
  if (!isItemId(context)) return {};
  const stored = await services.items.find(db, context);
  const owner = stored?.owners.find(isItemId);
  const facts = { contextType: parseItemId(context).type, ...(owner === undefined ? {} : { owner }) };
  return subject.userId === undefined ? facts : { ...facts, openedBy: subject.userId };
};

/** Returns the organisations that the item was sent to. Only they can be parties in addition to its owner. */
const partyOrganisations = async (
  { context }: Values,
  { services, db, readFilter, subject }: Context,
): Promise<{ readonly own: readonly string[]; readonly known: readonly string[] }> => {
  const stored = isItemId(context) ? await services.items.find(db, context) : undefined;
  const seen = stored && ((await services.items.view(db, readFilter, stored, undefined)) as Values);
  const asked = stringsIn(stored?.properties['communities']);
  /** Organisations of which the writer is a member. */
  const own = asked.filter((id) => subject.memberships.some(({ owner }) => owner === id));
  // Organisations that the writer cannot see in the item are left out, so that a refusal does not reveal them.
  return { own, known: [...own, ...stringsIn(seen?.['communities'])] };
};

/** A writer who is a member of such an organisation, and not of the owner, writes for that organisation only. */
const ownParties = async (proposed: Values, context: Context): Promise<Values> => {
  const isOwner = context.subject.memberships.some(({ owner }) => owner === proposed['owner']);
  const parties = isOwner ? [] : (await partyOrganisations(proposed, context)).own;
  const values: Values = parties.length > 0 ? { parties } : {};
  return values;
};

export const completeThread: BeforeSaveRule = async (proposed, before, context) => {
  const { assignedTo } = proposed;
  const participants = stringsIn(proposed['participants']);
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
  const there = stringsIn(before?.['parties']);
  const added = stringsIn(proposed['parties']).filter((id) => !there.includes(id));
  const known = added.length === 0 ? [] : (await partyOrganisations(proposed, context)).known;
  return added.every((id) => known.includes(id)) ? [] : [{ path: '/parties', message: 'errors.invalidChoice' }];
};

/** A comment on a passage stays with its passage and has the readers of the item: it names no other people. */
const quoteErrors = (proposed: Values, before: Values | undefined): InvalidEntry[] => {
  const { quote } = proposed;
  if (before && !deepEqual(before['quote'] ?? null, quote ?? null))
    return [{ path: '/quote', message: 'errors.thread.moved' }];
  if (quote === undefined || quote === null) return [];
  return ['participants', 'parties']
    .filter((name) => stringsIn(proposed[name]).length > 0)
    .map((name) => ({ path: `/${name}`, message: 'errors.thread.inside' }));
};

export const threadRules: ValidateRule = async (proposed, before, rule) => {
  const { services } = rule;
  const errors: InvalidEntry[] = [];
  const { context, contextType, purpose, resolved } = proposed;
  if (before && before['context'] !== context) errors.push({ path: '/context', message: 'errors.thread.moved' });
  const declared = typeof purpose === 'string' ? services.registry.conversations?.purposes[purpose] : undefined;
  if (declared?.contexts?.includes(String(contextType)) === false && purpose !== before?.['purpose'])
    errors.push({ path: '/purpose', message: 'errors.thread.elsewhere' });
  if (declared?.attachments === true && resolved === true && messageCountOf(proposed) === 0)
    errors.push({ path: '/resolved', message: 'errors.thread.silent' });
  return [...errors, ...quoteErrors(proposed, before), ...(await partyErrors(proposed, before, rule))];
};
