// `act/invite`: invites the person of a User item or a contact, or sends the invitation again. `act/accountState`: state of that person's
// account. Both require the right `invite` on the item.

import { problem } from 'src/model/problems.ts';
import { accountState as stateOf, prepareInvitation } from 'src/server/accounts/invitations.ts';
import type { Context } from 'src/server/context.ts';
import type { OnItem } from 'src/server/endpoint.ts';
import { endpoint, type AccountNeeds } from 'src/server/accounts/AccountNeeds.ts';

/** Throws `notAllowed` for an item of a type whose people cannot be invited. */
const refuseUninvitable = ({ services, stored }: Context<AccountNeeds> & OnItem): void => {
  const { actions } = services.registry.types[stored.type]?.server.access ?? { actions: {} };
  if (!Object.hasOwn(actions, 'invite')) throw problem('notAllowed');
};

export const invite = endpoint('invite', {
  async prepare(context) {
    refuseUninvitable(context);
    const write = await prepareInvitation(context, context.stored);
    return (writing) => write(writing, writing.stored);
  },
});

export const accountStateEndpoint = endpoint('accountState', async (context) => {
  refuseUninvitable(context);
  const answer = await stateOf(context, context.stored);
  return { ...answer, mayInvite: context.services.registration !== 'closed' };
});
