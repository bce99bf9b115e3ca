// The letter by which an administrator sees whether mail arrives.

import type { MailTemplate } from 'src/server/mail/mailTemplates.ts';

export const testLetter: MailTemplate = { name: 'test', example: {} };
