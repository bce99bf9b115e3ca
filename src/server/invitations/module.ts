// The module of invitations to items.

import { invitationRoutes } from 'src/server/invitations/invitationRoutes.ts';
import type { InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';
import { createInvitationMail } from 'src/server/invitations/invitationMail.ts';
import { refuseWhileInvited } from 'src/server/invitations/sendInvitations.ts';
import { defineModule } from 'src/server/Module.ts';

export const invitationsModule = defineModule<InvitationNeeds>({
  routes: [invitationRoutes],
  follower: { removing: refuseWhileInvited },
  mailTemplates: (services) => [createInvitationMail(services)],
});
