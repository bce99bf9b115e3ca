// Module of emails.

import { mailLog, previewMail, retryMail, testMail } from 'src/server/mail/mailEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import { testEmail } from 'src/server/mail/testEmail.ts';
import { pruneMail } from 'src/server/store/mail/mailRows.ts';

interface MailNeeds {
  readonly mail: Pick<Mail, 'jobs'>;
}

export const mailModule = defineModule<MailNeeds>({
  endpoints: [mailLog, previewMail, retryMail, testMail],
  jobs: ({ mail }) => mail.jobs,
  prune: [pruneMail],
  mailTemplates: () => [testEmail],
});
