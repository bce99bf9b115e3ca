// Email by which an administrator checks that emails arrive.

import type { MailTemplate } from 'src/server/mail/mailTemplates.ts';

export const testEmail: MailTemplate = { name: 'test', example: {} };
