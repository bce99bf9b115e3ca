// What invitations to items add to the composition.

import type { InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';
import { createInvitationMail } from 'src/server/invitations/invitationMail.ts';
import { refuseWhileInvited } from 'src/server/invitations/sendInvitations.ts';
import { defineModule } from 'src/server/Module.ts';

export const invitationsModule = defineModule<InvitationNeeds>({
  follower: { removing: refuseWhileInvited },
  mailTemplates: (services) => [createInvitationMail(services)],
});
