// What stops a consultation on its way: it comes back as incomplete, which stops the clocks of all who were asked until it is complete,
// or it is withdrawn, which ends what is open at each of them and keeps what they have written.

import { restartClock, standsStill, stopClock, stopsIn, transitionItem } from 'src/server/extend.ts';
import type { RunEffect, StoredItem } from 'src/server/extend.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import { forServer, noteProgress, responsesOf, stateOf } from 'src/domain/consult/responses.server.ts';

/** Stopped here, not by a person for a reason of the community's own. */
const isStoppedByServer = ({ properties }: StoredItem): boolean =>
  stopsIn(properties).some(({ until, by }) => until === undefined && by === SYSTEM_USER);

/** Of a consultation that comes back. What the one community gives as its reason does not reach the others. */
export const stopClocks: RunEffect = (context, { item }) =>
  forServer(context, async (server) => {
    const reason = server.services.messages['types.Consultation.enum.state.INCOMPLETE'] ?? stateOf(item);
    for (const response of await responsesOf(server, item.id))
      if (stateOf(response) === 'PENDING' && !standsStill(response.properties))
        await stopClock(server, response.id, reason);
  });

export const restartClocks: RunEffect = (context, { item }) =>
  forServer(context, async (server) => {
    for (const response of await responsesOf(server, item.id))
      if (isStoppedByServer(response)) await restartClock(server, response.id);
  });

/** Of a consultation that is withdrawn. */
export const endResponses: RunEffect = (context, { item, reason }) =>
  forServer(context, async (server) => {
    for (const { id, ...response } of await responsesOf(server, item.id)) {
      const isLeftOut = response.properties['selected'] !== true;
      const state = stateOf({ id, ...response });
      if (state === 'DRAFT' && isLeftOut) await transitionItem(server, { id, name: 'leaveOut', auto: true });
      else if (state === 'DRAFT' || state === 'PENDING')
        await transitionItem(server, { id, name: 'endWithdrawn', reason, auto: true });
    }
    await noteProgress(server, item.id);
  });
