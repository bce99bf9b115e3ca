// Adds a choice to the page "My account": a preference, its field in the form, and its label.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const DECLARATION = 'schemas/engine/endpoints/accounts.json';
const FORM = 'src/client/account/OwnChoices.tsx';
const MESSAGES = 'schemas/engine/messages.pages.en.json';

export const newSetting: TouchRow = {
  title: 'a setting, with its field in a form',
  // A form about no item type lists its fields, so its component is one of the places.
  allowed: [DECLARATION, FORM, MESSAGES],
  outputs: ['src/generated/openapi.json'],
  add: ({ replace }) => {
    replace(DECLARATION, '"dark": {', '"quiet": { "type": ["boolean", "null"] },\n              "dark": {');
    replace(MESSAGES, '{', '{\n  "myAccount.quiet": "No sounds",');
    replace(
      FORM,
      "          { name: 'dark',",
      "          { name: 'quiet', label: 'myAccount.quiet', kind: 'boolean' },\n          { name: 'dark',",
    );
    replace(
      FORM,
      'const values = { language,',
      "const values = { quiet: client.preferences.get('quiet') === true, language,",
    );
    replace(
      FORM,
      '    if (changes.language !== undefined)',
      "    if (changes.quiet !== undefined) client.preferences.set('quiet', changes.quiet);\n    if (changes.language !== undefined)",
    );
  },
};
