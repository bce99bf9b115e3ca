// Actions of items to which people are invited: `act/sendInvitations` and `act/cancelInvitations` for who may change the item,
// `act/answerInvitation` for the person who is invited.

import { problem } from 'src/model/problems.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { WritingContext } from 'src/server/context.ts';
import { answerAsUser } from 'src/server/invitations/answers.ts';
import { pathsOf } from 'src/server/invitations/invitationFacts.ts';
import { cancelInvitations, sendInvitations } from 'src/server/invitations/sendInvitations.ts';
import type { OnItem } from 'src/server/endpoint.ts';
import { endpoint, type InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';

/** Throws `notAllowed` where people are not invited to items of the type. */
const pathsFor = ({ services, stored }: WritingContext<InvitationNeeds> & OnItem): InvitationPaths => {
  const paths = pathsOf(services, stored);
  if (!paths) throw problem('notAllowed');
  return paths;
};

export const sendInvitationsEndpoint = endpoint('sendInvitations', (context) =>
  sendInvitations(context, context.stored, pathsFor(context)),
);

export const cancelInvitationsEndpoint = endpoint('cancelInvitations', (context) =>
  cancelInvitations(context, context.stored, pathsFor(context)),
);

export const answerInvitation = endpoint('answerInvitation', async (context, { answer }) => {
  refuseActing(context.subject);
  pathsFor(context);
  await answerAsUser(context, context.stored, answer);
  return {};
});
