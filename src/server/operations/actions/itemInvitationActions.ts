// Actions of items to which people are invited: `act/sendInvitations` and `act/cancelInvitations` for who may change the item,
// `act/answerInvitation` for the person who is invited.

import { problem } from 'src/model/problems.ts';
import type { InvitationAnswer } from 'src/model/schema/invitationNames.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { WritingContext } from 'src/server/context.ts';
import { answerAsUser } from 'src/server/invitations/answers.ts';
import { pathsOf } from 'src/server/invitations/invitationFacts.ts';
import { cancelInvitations, sendInvitations } from 'src/server/invitations/sendInvitations.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

interface Opened {
  readonly stored: StoredItem;
  readonly paths: InvitationPaths;
}

/** Locks the item. Throws `notAllowed` where the caller has not the right, or people are not invited to items of the type. */
const open = async (context: WritingContext, target: string, right: string): Promise<Opened> => {
  const { services, tx, readFilter } = context;
  const stored = await services.access.visible(tx, readFilter, target, true);
  const paths = pathsOf(services, stored);
  if (!paths || !(await services.access.can(tx, readFilter, stored, right))) throw problem('notAllowed');
  return { stored, paths };
};

const sendInvitationsAction: EngineAction<'sendInvitations'> = {
  name: 'sendInvitations',
  async run(_, context, target) {
    const { stored, paths } = await open(context, target, 'update');
    return await sendInvitations(context, stored, paths);
  },
};

const cancelInvitationsAction: EngineAction<'cancelInvitations'> = {
  name: 'cancelInvitations',
  async run(_, context, target) {
    const { stored, paths } = await open(context, target, 'update');
    return await cancelInvitations(context, stored, paths);
  },
};

const answerInvitation: EngineAction<'answerInvitation'> = {
  name: 'answerInvitation',
  async run({ answer }, context, target) {
    refuseActing(context.subject);
    const { stored } = await open(context, target, 'read');
    await answerAsUser(context, stored, String(answer) as InvitationAnswer);
    return {};
  },
};

export const itemInvitationActions: readonly EngineAction[] = [
  sendInvitationsAction,
  cancelInvitationsAction,
  answerInvitation,
];
