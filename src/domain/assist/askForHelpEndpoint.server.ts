// `act/askForHelp` asks the people who may help for help with a browser tab. A person has one open request: an earlier one ends.

import { problem } from 'src/model/problems.ts';
import { SESSION_TYPE } from 'src/domain/assist/assistTypes.ts';
import { helpersOf } from 'src/domain/assist/helpRights.server.ts';
import { endSessionItem, isOpenSession } from 'src/domain/assist/sessionItems.server.ts';
import { asServer, endpoint, inNameOf, insertItem, writeMetadataOf } from 'src/server/extend.ts';

const KIND_OF_REQUEST = 'helpAsked';

export const askForHelp = endpoint('askForHelp', {
  prepare: async (context, { subject: about, tabId }) => {
    const { services, subject, target } = context;
    if (!services.offersHelp || subject.userId === undefined || subject.userId !== target) throw problem('notAllowed');
    const visitor = subject.userId;
    const helpers = await helpersOf(services, subject);
    return async (writing) => {
      const { items, events } = services;
      const earlier = await items.holdingAny(writing.db, [{ type: SESSION_TYPE, path: 'askedBy' }], [visitor]);
      for (const id of earlier) {
        // oxlint-disable-next-line no-await-in-loop -- one at most is open
        const stored = await items.find(writing.tx, id, true);
        if (stored && isOpenSession(stored)) await endSessionItem(writing, stored);
      }
      const asking = inNameOf(await asServer(writing), visitor);
      const session = await insertItem(asking, SESSION_TYPE, {
        ...(about !== undefined && about.trim() !== '' && { subject: about.trim() }),
        ...{ askedBy: visitor, state: 'ASKED', tab: tabId, mayAnswer: helpers },
      });
      const rule = events.noticeOf(KIND_OF_REQUEST, SESSION_TYPE);
      if (rule) await events.write(writing.tx, session, [{ rule, level: session.level }], writeMetadataOf(asking));
      return { session: session.id, agents: helpers.length };
    };
  },
});
