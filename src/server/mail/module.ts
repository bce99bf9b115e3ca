// Module of emails.

import { mailRoutes } from 'src/server/mail/mailRoutes.ts';
import { defineModule } from 'src/server/Module.ts';
import type { MailNeeds } from 'src/server/mail/MailNeeds.ts';
import { testEmail } from 'src/server/mail/testEmail.ts';
import { pruneMail } from 'src/server/store/mail/mailRows.ts';

export const mailModule = defineModule<MailNeeds>({
  routes: [mailRoutes],
  jobs: ({ mail }) => mail.jobs,
  prune: [pruneMail],
  mailTemplates: () => [testEmail],
});
