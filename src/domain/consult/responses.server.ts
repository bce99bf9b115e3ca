// Keeps the responses of a consultation in line: which exist, how far each community is, and whether all have answered. The submitter sees
// only the state of a response. All writes are made in the name of the server, so that the submitter does not learn which member of a
// community acted.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { shareContacts } from 'src/domain/consult/shareContacts.server.ts';
import { asServer, transitionItem, writeMetadataOf, writeUnversioned } from 'src/server/extend.ts';
import type { MigrateValue, RunEffect, StoredItem, WritingContext } from 'src/server/extend.ts';

export const RESPONSE = 'ConsultResponse';
const NO_RESPONSE = 'NO_RESPONSE';
export const OFFLINE = 'OFFLINE';
/** States of a response that waits for nothing more. */
const ENDED_RESPONSE_STATES: readonly string[] = ['RESPONDED', OFFLINE, NO_RESPONSE];
/** States in which the answers of all end the consultation. */
const RUNNING_REQUEST_STATES: readonly string[] = ['CONSULTING', 'PENDING'];
export const ANSWERED = 'RESPONDED';
const WITHDRAWN = 'WITHDRAWN';
const REOPENED = 'consultationAnswerReopened';
const RENEWED = 'consultationAnswerRenewed';

export const responseState = ({ properties }: StoredItem): string => String(properties['state'] ?? '');
export const communityOf = ({ properties }: StoredItem): ItemId => String(properties['community'] ?? '');

/** Chosen, and not asked yet; or left out so far, and chosen since. */
export const waits = (response: StoredItem): boolean =>
  responseState(response) === 'DRAFT' ||
  (responseState(response) === 'NOT_SELECTED' && response.properties['selected'] === true);

export const responsesOf = async ({ services, tx }: WritingContext, consultation: ItemId): Promise<StoredItem[]> => {
  const ids = await services.items.holding(tx, { type: RESPONSE, path: 'consultation', id: consultation });
  const found = await services.items.findMany(tx, ids);
  return found.sort((one, other) => one.number - other.number);
};

/** The state as the submitter sees it: that the request was withdrawn is no missing response. */
const responseShownState = (response: StoredItem): string =>
  String(response.properties['ended'] ?? responseState(response));

/** Gives its reason to a response that ended with its request before responses kept a reason. */
export const endedByWithdrawal: MigrateValue = (_, { state }, { moved }): Json =>
  state === NO_RESPONSE && moved?.kind === 'responseWithdrawn' ? WITHDRAWN : null;

/** Corrects the progress of a request that was withdrawn earlier: what its withdrawal ended is no missing response. */
export const withdrawnProgress: MigrateValue = (progress, { state }, { moved }): Json => {
  const entries = Array.isArray(progress) ? (progress as readonly Json[]) : [];
  if (state !== WITHDRAWN || moved?.kind !== 'consultationWithdrawn') return [...entries];
  return entries.map((entry): Json => {
    if (!isRecord(entry) || entry['state'] !== NO_RESPONSE || String(entry['changed']) < moved.at) return entry;
    return { ...entry, state: WITHDRAWN } as Json;
  });
};

const progressBefore = ({ properties }: StoredItem): Map<string, Json> => {
  const before = Array.isArray(properties['progress']) ? (properties['progress'] as readonly Json[]) : [];
  return new Map(before.filter((each) => isRecord(each)).map((entry) => [String(entry['community']), entry]));
};

/** Returns the day and the way of an answer that was given elsewhere, as the submitter sees them. */
const elsewhereOf = ({ properties }: StoredItem): Values => {
  const { state, offlineDay: answered, offlineWay: way } = properties;
  return state === OFFLINE && answered !== undefined && way !== undefined ? { answered, way } : {};
};

/** Returns the entry of each response, by community. A response in the same state as before keeps its time. */
const communityProgress = (stored: StoredItem, responses: readonly StoredItem[], now: Date): Map<string, Json> => {
  const known = progressBefore(stored);
  return new Map(
    responses.map((response) => {
      const [community, state] = [communityOf(response), responseShownState(response)];
      const entry = known.get(community);
      const changed = isRecord(entry) && entry['state'] === state ? entry['changed'] : undefined;
      const since = typeof changed === 'string' ? changed : now.toISOString();
      return [community, { community, state, changed: since, ...elsewhereOf(response) }];
    }),
  );
};

const outstandingOf = (progress: readonly Json[]): Json[] =>
  progress.flatMap((entry) => (isRecord(entry) && entry['state'] === 'PENDING' ? [entry['community'] ?? null] : []));

/** Writes an event of the consultation that only the submitter reads. */
const noteToSubmitter = async (context: WritingContext, stored: StoredItem, kind: string): Promise<void> => {
  const { events } = context.services;
  const rule = events.noticeOf(kind, stored.type);
  if (rule) await events.write(context.tx, stored, [{ rule, level: 'PROTECTED' }], writeMetadataOf(context));
};

/**
 * After all have answered, the state stays "answered". If a community reopens its answer or answers again, only the submitter is notified.
 */
const noteReopened = async (context: WritingContext, stored: StoredItem, isOutstanding: boolean): Promise<void> => {
  const was = stored.properties['outstanding'] !== undefined;
  if (responseState(stored) === ANSWERED && was !== isOutstanding)
    await noteToSubmitter(context, stored, isOutstanding ? REOPENED : RENEWED);
};

/**
 * Brings in line what the submitter sees, with `more` in the same write; and ends the consultation when all have answered. Every asked
 * community reads the counter and the times of the consultation, so it makes no version: none sees by them that another one moves.
 */
export const writeProgressOf = async (context: WritingContext, id: ItemId): Promise<void> => {
  const stored = await context.services.items.find(context.tx, id, true);
  if (stored) await writeProgress(context, stored, { responses: await responsesOf(context, id) });
};

/** Writes the entries of the progress and what follows from them, with `more` in the same write. Returns the communities still to answer. */
const writeEntries = async (
  { services, tx }: WritingContext,
  stored: StoredItem,
  progress: readonly Json[],
  more: Values = {},
): Promise<readonly Json[]> => {
  const outstanding = outstandingOf(progress);
  const wanted: Values = {
    ...more,
    progress: progress.length > 0 ? progress : null,
    outstanding: outstanding.length > 0 ? outstanding : null,
  };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !deepEqual(value, stored.properties[name] ?? null)),
  );
  if (Object.keys(changes).length > 0) await writeUnversioned(services, tx, { stored, changes });
  return outstanding;
};

/** Writes the entries of some responses, with `more` in the same write. The other entries stay, so that their responses need not be read. */
export const writeSomeProgress = async (
  context: WritingContext,
  stored: StoredItem,
  { responses, more }: { readonly responses: readonly StoredItem[]; readonly more: Values },
): Promise<void> => {
  const progress = new Map([...progressBefore(stored), ...communityProgress(stored, responses, context.now)]);
  await writeEntries(context, stored, [...progress.values()], more);
};

/** Does the same as noteProgress for a consultation that the caller has locked, with its responses as they are now. */
export const writeProgress = async (
  context: WritingContext,
  stored: StoredItem,
  { responses, more }: { readonly responses: readonly StoredItem[]; readonly more?: Values },
): Promise<void> => {
  const progress = [...communityProgress(stored, responses, context.now).values()];
  const outstanding = await writeEntries(context, stored, progress, more);
  await shareContacts(context, stored, valuesAt({ ...stored.properties, ...more }, 'communities').map(String));
  await noteReopened(context, stored, outstanding.length > 0);
  const asked = responses.filter((response) => waits(response) || responseState(response) !== 'NOT_SELECTED');
  const state = responseState(stored);
  const isAnswered =
    asked.length > 0 && asked.every((response) => ENDED_RESPONSE_STATES.includes(responseState(response)));
  if (isAnswered && RUNNING_REQUEST_STATES.includes(state))
    await transitionItem(context, { id: stored.id, name: 'answered', auto: true });
};

/** Runs the work in the name of the server, within the transaction of the cause. */
export const forServer = async (
  context: WritingContext,
  work: (server: WritingContext) => Promise<void>,
): Promise<void> => await work(await asServer(context));

/** Refuses to reopen a response of a withdrawn request. */
export const refuseWithdrawn: RunEffect = (context, { item }) =>
  forServer(context, async ({ services, tx }) => {
    const consultation = await services.items.find(tx, String(item.properties['consultation'] ?? ''), true);
    if (consultation && responseState(consultation) === WITHDRAWN)
      throw invalidAt('/state', 'errors.consult.withdrawn');
  });

/** Brings the consultation in line with a response whose state has changed. */
export const followResponse: RunEffect = (context, { item }) =>
  forServer(context, async (server) => {
    await writeProgressOf(server, String(item.properties['consultation'] ?? ''));
  });

/** Notifies the submitter that an answer was opened again while others are still to answer. Once all have answered, noteReopened does. */
export const followReopened: RunEffect = (context, { item }) =>
  forServer(context, async (server) => {
    const consultation = await server.services.items.find(server.tx, String(item.properties['consultation'] ?? ''));
    if (consultation && responseState(consultation) !== ANSWERED) await noteToSubmitter(server, consultation, REOPENED);
  });
