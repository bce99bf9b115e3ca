// `act/endHelp` ends a session of help. `act/assistReadable` tells the visitor's page what it need not mask. `act/recordUserTest` stores a signal
// of a user test.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { mayHelp } from 'src/domain/assist/helpRights.server.ts';
import { endSessionItem, isOpenSession } from 'src/domain/assist/sessionItems.server.ts';
import { storeTestSignal } from 'src/domain/assist/userTests.server.ts';
import { asServer, endpoint, hiddenProperties, inNameOf, type Context } from 'src/server/extend.ts';

export const endHelp = endpoint('endHelp', async (context) => {
  await endSessionItem(context, context.stored);
  return {};
});

type Subjects = readonly Context['subject'][];

/** Returns the present rights of the agents with these ids. Throws `notAllowed` if one of them may not help the visitor. */
const subjectsOf = async ({ services, subject }: Context, agents: readonly string[]): Promise<Subjects> => {
  const users = [...new Set(agents.map((agent) => agent.split('.', 1)[0] ?? ''))];
  const found = await Promise.all(
    users.map(async (id) => (isItemId(id) ? await services.sessions.subjectOf(id) : undefined)),
  );
  return found.map((agent) => {
    if (!agent || !mayHelp(agent, subject)) throw problem('notAllowed');
    return agent;
  });
};

export const assistReadable = endpoint('assistReadable', async (context, { agents, ids }) => {
  const { services, db, readFilter, stored: session } = context;
  if (!isOpenSession(session)) throw problem('notAllowed');
  const subjects = await subjectsOf(context, agents);
  const helping = await Promise.all(subjects.map((subject) => services.readFilters.readFilterFor(subject)));
  const filters = [readFilter, ...helping];
  const readable = (await services.items.findMany(db, ids as readonly ItemId[])).filter(({ acl }) =>
    filters.every((filter) => filter.canRead(acl)),
  );
  const shown = subjects.flatMap((subject) =>
    readable.filter(({ level }) => level === 'PRIVATE').map(({ id, u }) => ({ subject, id, u })),
  );
  if (shown.length > 0) await services.audit.record('act/assistReadable', shown);
  const items = readable.map(async (stored) => {
    const type = services.registry.types[stored.type];
    const hidden = type ? await hiddenProperties({ ...services, db }, type, { stored, filters }) : [];
    return { id: stored.id, hidden };
  });
  return { items: await Promise.all(items) };
});

export const recordUserTest = endpoint('recordUserTest', async (context, input) => {
  const { subject, target } = context;
  if (subject.userId === undefined || subject.userId !== target) throw problem('notAllowed');
  const stored = await storeTestSignal(inNameOf(await asServer(context), subject.userId), subject.userId, input);
  return { signal: stored.id };
});
