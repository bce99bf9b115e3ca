// Adds the email `welcome`: its template, its entry in the module of the folder, and its texts.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const TEMPLATE = 'src/server/mail/welcomeEmail.ts';
const MODULE = 'src/server/mail/module.ts';
const MESSAGES = 'schemas/engine/messages.mail.en.json';

export const newMailTemplate: TouchRow = {
  title: 'a mail template',
  allowed: [TEMPLATE, MODULE, MESSAGES],
  add: ({ write, replace }) => {
    write(
      TEMPLATE,
      `import type { MailTemplate } from 'src/server/mail/mailTemplates.ts';

export const welcomeEmail: MailTemplate = { name: 'welcome', example: {} };
`,
    );
    replace(MODULE, '[testEmail]', '[testEmail, welcomeEmail]');
    replace(MODULE, 'import { pruneMail }', `import { welcomeEmail } from '${TEMPLATE}';\nimport { pruneMail }`);
    const texts = { subject: 'Welcome to {site}', text: 'You can start now.', action: 'Open {site}' };
    for (const [part, text] of Object.entries(texts)) replace(MESSAGES, '{', `{\n  "mail.welcome.${part}": "${text}",`);
  },
};
