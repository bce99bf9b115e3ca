// Interrupts a consultation. A return as incomplete stops the clocks of all communities that were asked until the request is complete. A
// withdrawal ends the open responses and keeps what their communities have written.

import {
  restartClock,
  standsStill,
  stopClock,
  stopsIn,
  transitionItem,
  writeMetadataOf,
  writeItem,
} from 'src/server/extend.ts';
import type { Context, MigrateValue, RunEffect, StoredItem, WritingContext } from 'src/server/extend.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import {
  communityOf,
  forServer,
  writeProgressOf,
  responsesOf,
  responseState,
} from 'src/domain/consult/responses.server.ts';

/** True if the clock was stopped here, not by a person for a reason of the community's own. */
const isStoppedByServer = ({ properties }: StoredItem): boolean =>
  stopsIn(properties).some(({ until, by }) => until === undefined && by === SYSTEM_USER);

/** Removes the due day from a stopped clock. Earlier versions kept the day as it was before the stop. */
export const dueWhileStopped: MigrateValue = (due, clock): Json =>
  standsStill({ _clock: clock }) ? null : (due ?? null);

/** Removes the due day of the steps from the summary of a response whose clock is stopped. Earlier versions kept it. */
export const stepsWhileStopped: MigrateValue = (summary, properties): Json => {
  if (!isRecord(summary) || !standsStill(properties)) return summary ?? null;
  const { $assignedDue: _, ...rest } = summary;
  return rest as Json;
};

const isPendingResponse = (response: StoredItem): boolean => responseState(response) === 'PENDING';

/**
 * Notifies a community of what happens to the request that it was asked. The community of the person who causes it learns who that is; the others
 * do not.
 */
const report = async (
  { person, server }: { readonly person: Context; readonly server: WritingContext },
  response: StoredItem,
  { kind, reason }: { readonly kind: string; readonly reason?: string | undefined },
): Promise<void> => {
  const { events } = server.services;
  const rule = events.noticeOf(kind, response.type);
  const isOwn = person.subject.memberships.some(({ owner }) => owner === communityOf(response));
  const metadata = writeMetadataOf(isOwn ? person : server);
  if (rule) await events.write(server.tx, response, [{ rule, level: 'PUBLIC', description: reason }], metadata);
};

/**
 * Stops the clocks of all communities that were asked when a consultation is returned as incomplete. The reason that one community gives does not
 * reach the others.
 */
export const stopClocks: RunEffect = (context, { item }) =>
  forServer(context, async (server) => {
    const reason = server.services.messages['types.Consultation.enum.state.INCOMPLETE'] ?? responseState(item);
    for (const response of (await responsesOf(server, item.id)).filter(isPendingResponse)) {
      if (!standsStill(response.properties)) await stopClock(server, response.id, reason);
      await report({ person: context, server }, response, { kind: 'responseStopped' });
    }
  });

export const restartClocks: RunEffect = (context, { item }) =>
  forServer(context, async (server) => {
    for (const response of await responsesOf(server, item.id)) {
      if (isStoppedByServer(response)) await restartClock(server, response.id);
      if (isPendingResponse(response)) await report({ person: context, server }, response, { kind: 'responseResumed' });
    }
  });

/** Writes on the response why its request was withdrawn. */
const keepReason = async (server: WritingContext, id: ItemId, reason: string | undefined): Promise<void> => {
  const { services, tx } = server;
  const stored = reason === undefined ? undefined : await services.items.find(tx, id, true);
  if (stored) await writeItem(server, stored, { changes: { withdrawal: reason ?? null } });
};

/** States of a response in which its community has answered. */
const ANSWERED_STATES: readonly string[] = ['RESPONDED', 'OFFLINE'];

/**
 * Ends the responses that are open when a consultation is withdrawn, and notifies the communities that have answered already. Each response keeps
 * the reason.
 */
export const endResponses: RunEffect = (context, { item, reason }) =>
  forServer(context, async (server) => {
    for (const response of await responsesOf(server, item.id)) {
      const { id } = response;
      const state = responseState(response);
      const isLeftOut = state === 'DRAFT' && response.properties['selected'] !== true;
      if (isLeftOut) await transitionItem(server, { id, name: 'leaveOut', auto: true });
      if (isLeftOut || state === 'NOT_SELECTED') continue;
      await keepReason(server, id, reason);
      if (ANSWERED_STATES.includes(state))
        await report({ person: context, server }, response, { kind: 'answeredWithdrawn', reason });
      else if (state === 'DRAFT' || state === 'PENDING')
        await transitionItem(server, { id, name: 'endWithdrawn', reason, auto: true });
    }
    await writeProgressOf(server, item.id);
  });
