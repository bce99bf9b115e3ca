// `act/invite`: invites the person that a User item or a contact stands for, or sends the invitation again. `act/accountState`: how that
// person's account stands. Both for whoever has the right `invite` on the item. Source: spec domain 6.

import { problem } from 'src/model/problems.ts';
import { accountState as stateOf, prepareInvitation } from 'src/server/accounts/invitations.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Returns the item that the caller may invite. A write locks it. */
const invitable = async ({ services, db, readFilter, tx }: Context, target: string): Promise<StoredItem> => {
  const stored = await services.access.visible(db, readFilter, target, tx !== undefined);
  const declares = services.registry.types[stored.type]?.server.access.actions['invite'] !== undefined;
  if (!declares || !(await services.access.can(db, readFilter, stored, 'invite'))) throw problem('notAllowed');
  return stored;
};

export const invite: EngineAction<'invite'> = {
  name: 'invite',
  async prepare(_, context, target) {
    const write = await prepareInvitation(context, await invitable(context, target));
    return async (writing) => ({ ...(await write(writing, await invitable(writing, target))) });
  },
};

export const accountState: EngineAction<'accountState'> = {
  name: 'accountState',
  async run(_, context, target) {
    const answer = await stateOf(context, await invitable(context, target));
    return { ...answer, mayInvite: context.services.registration !== 'closed' };
  },
};
