// Brings a consultation to the communities that are asked. Submitting it makes a draft of a response for each chosen community, in one
// transaction. A job then hands out the drafts in batches, with the workflow that the community has for them. A job that was stopped
// continues where it ended.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid, isProblem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { communityChoice } from 'src/domain/consult/choice.server.ts';
import {
  calendarOfOwner,
  copiedValues,
  inSavepoint,
  serverJob,
  setWorkflow,
  transitionItem,
  insertItem,
  writeItem,
} from 'src/server/extend.ts';
import type { Context, RunEffect, StoredItem, WritingContext } from 'src/server/extend.ts';
import {
  RESPONSE,
  communityOf,
  forServer,
  writeProgressOf,
  responsesOf,
  responseState,
  waits,
  writeProgress,
  writeSomeProgress,
} from 'src/domain/consult/responses.server.ts';

const DISTRIBUTE = 'distributeConsultation';
/** Number of responses in one transaction. */
const COMMUNITIES_AT_ONCE = 10;
const OPEN_REQUEST_STATES: readonly string[] = ['SUBMITTED', 'CONSULTING', 'PENDING'];
const communitiesOf = ({ properties }: StoredItem): ItemId[] => valuesAt(properties, 'communities').map(String);

/** Refuses a day that has passed where the submitter works. */
export const dayErrors = async ({ services, db, now }: Context, properties: Values): Promise<InvalidEntry[]> => {
  const { requestedResponseDate: day, primaryOrg } = properties;
  if (typeof day !== 'string') return [];
  const { timeZone } = await calendarOfOwner(services, db, isItemId(primaryOrg) ? primaryOrg : undefined);
  const isPast = day < dayIn(now, timeZone);
  return isPast ? [{ path: '/requestedResponseDate', message: 'errors.consult.dayPast', params: { day } }] : [];
};

const choiceErrors = async (
  { services, tx }: WritingContext,
  choice: ReadonlyMap<ItemId, boolean>,
): Promise<InvalidEntry[]> => {
  const named = [...choice.keys()];
  const found = new Map((await services.items.findMany(tx, named, { refer: true })).map((each) => [each.id, each]));
  return named.flatMap((id) => {
    const community = found.get(id);
    if (!community) return [{ path: '/asked', message: 'errors.consult.communityGone' }];
    const is = community.properties['type'] === 'COMMUNITY';
    return is ? [] : [{ path: '/asked', message: 'errors.consult.notCommunity' }];
  });
};

/** True if a community that was asked is left out now. It stays asked, because its people have begun to work on the request. */
const takenBack = (choice: ReadonlyMap<ItemId, boolean>, responses: readonly StoredItem[]): boolean =>
  responses.some(
    (response) =>
      choice.get(communityOf(response)) !== true && responseState(response) !== 'NOT_SELECTED' && !waits(response),
  );

const prepare = async (server: WritingContext, consultation: StoredItem): Promise<void> => {
  const { tx } = server;
  const choice = communityChoice(consultation.properties);
  const responses = await responsesOf(server, consultation.id);
  const errors = [...(await choiceErrors(server, choice)), ...(await dayErrors(server, consultation.properties))];
  // The communities of a request that was taken over from elsewhere may have been asked without a choice.
  const isAnyoneAsked = communitiesOf(consultation).length > 0 || [...choice.values()].includes(true);
  if (!isAnyoneAsked) errors.push({ path: '/asked', message: 'errors.consult.nobodyAsked' });
  if (takenBack(choice, responses)) errors.push({ path: '/asked', message: 'errors.consult.alreadyAsked' });
  if (errors.length > 0) throw invalid(errors);
  const type = server.services.registry.types[RESPONSE];
  const copied = type ? copiedValues(type, consultation) : {};
  const known = new Map(responses.map((response) => [communityOf(response), response]));
  for (const response of responses) {
    const isChosen = choice.get(communityOf(response)) === true;
    const changes = waits(response) || isChosen ? { ...copied, selected: isChosen } : copied;
    await writeItem(server, response, { changes, kind: 'updated' });
  }
  const filled = Object.fromEntries(Object.entries(copied).filter(([, value]) => value !== null));
  for (const [community, selected] of choice) {
    if (known.has(community)) continue;
    const values = { ...filled, consultation: consultation.id, community, selected, state: 'DRAFT' };
    await insertItem(server, RESPONSE, values);
  }
  await tx.addJob(DISTRIBUTE, { id: consultation.id }, `${DISTRIBUTE} ${consultation.id}`);
  await writeProgressOf(server, consultation.id);
};

/** Asks the communities of a consultation that is submitted, or completed after a return. The choice may have changed by then. */
export const askCommunities: RunEffect = (context, { item }) => forServer(context, (server) => prepare(server, item));

/** Returns the newest template that the community has put into use. */
const workflowTemplateOf = async ({ services, tx }: WritingContext, community: ItemId): Promise<ItemId | undefined> => {
  const template = services.registry.workflows?.template ?? '';
  const ids = await services.items.holding(tx, { type: template, path: 'owner', id: community });
  const found = (await services.items.findMany(tx, ids)).filter(
    ({ properties }) => properties['state'] === 'ACTIVE' && properties['of'] === RESPONSE,
  );
  return found.sort((one, other) => other.number - one.number)[0]?.id;
};

/** Gives the response its workflow. If the template no longer fits, the community still gets the response and plans the steps by hand. */
const giveWorkflow = async (server: WritingContext, response: ItemId, community: ItemId): Promise<void> => {
  const template = await workflowTemplateOf(server, community);
  if (template === undefined) return;
  try {
    await inSavepoint(server.tx, (tx) => setWorkflow({ ...server, db: tx, tx }, response, template));
  } catch (error) {
    if (!isProblem(error)) throw error;
  }
};

const handOut = async (server: WritingContext, response: StoredItem): Promise<void> => {
  if (response.properties['selected'] !== true)
    return void (await transitionItem(server, { id: response.id, name: 'leaveOut', auto: true }));
  await transitionItem(server, { id: response.id, name: 'distribute', auto: true });
  await giveWorkflow(server, response.id, communityOf(response));
};

const openConsultation = async ({ services, tx }: WritingContext, id: ItemId): Promise<StoredItem | undefined> => {
  const consultation = await services.items.find(tx, id, true);
  return consultation && OPEN_REQUEST_STATES.includes(responseState(consultation)) ? consultation : undefined;
};

const hasBeenAsked = (response: StoredItem): boolean => !waits(response) && responseState(response) !== 'NOT_SELECTED';

const withAsked = (consultation: StoredItem, responses: readonly StoredItem[]): Record<string, Json> => ({
  communities: [...new Set([...communitiesOf(consultation), ...responses.filter(hasBeenAsked).map(communityOf)])],
});

/** Hands out the responses of one batch that still wait. Reads no others, so that the whole takes time in proportion to their number. */
const handOutBatch = async (server: WritingContext, id: ItemId, batch: readonly ItemId[]): Promise<void> => {
  const { items } = server.services;
  if (!(await openConsultation(server, id))) return;
  const waiting = (await items.findMany(server.tx, batch)).filter(waits);
  for (const response of waiting) await handOut(server, response);
  const responses = await items.findMany(server.tx, batch);
  // Reads it again: a response whose steps are all done at once may have moved it.
  const current = await items.find(server.tx, id);
  if (current) await writeSomeProgress(server, current, { responses, more: withAsked(current, responses) });
};

const finishDistribution = async (
  server: WritingContext,
  consultation: StoredItem,
  responses: StoredItem[],
): Promise<void> => {
  const { services, tx, now } = server;
  const { id } = consultation;
  // The request was returned before all were asked, and is complete now.
  const isLate = responseState(consultation) !== 'SUBMITTED' && !consultation.properties['distributed'];
  if (isLate) await writeItem(server, consultation, { changes: { distributed: now.toISOString() } });
  const current = await services.items.find(tx, id);
  if (current) await writeProgress(server, current, { responses, more: withAsked(consultation, responses) });
  if (responseState(consultation) !== 'SUBMITTED') return;
  await transitionItem(server, { id, name: 'distribute', auto: true });
  // Some may have answered while others were still to be asked.
  await writeProgressOf(server, id);
};

/** Returns the responses that wait. When there are none, all communities have been asked, and the consultation is moved on. */
const waitingOrFinish = async (server: WritingContext, id: ItemId): Promise<readonly ItemId[]> => {
  const consultation = await openConsultation(server, id);
  if (!consultation) return [];
  const responses = await responsesOf(server, id);
  const waiting = responses.filter(waits).map((response) => response.id);
  if (waiting.length === 0) await finishDistribution(server, consultation, responses);
  return waiting;
};

export const distributeConsultation = serverJob(async (payload, run) => {
  const id = String(payload['id']);
  for (;;) {
    const waiting = await run.batch((server) => waitingOrFinish(server, id));
    if (waiting.length === 0) return;
    for (let from = 0; from < waiting.length; from += COMMUNITIES_AT_ONCE)
      await run.batch((server) => handOutBatch(server, id, waiting.slice(from, from + COMMUNITIES_AT_ONCE)));
  }
});
