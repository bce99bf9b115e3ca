// Formats printed TypeScript and JSON with the formatter of the repository. Used for output that people read or edit.

import { format as formatFile } from 'oxfmt';

/** Formats the text. Throws when it cannot be parsed. */
export const format = async (text: string, language: 'typescript' | 'json' = 'typescript'): Promise<string> => {
  const name = language === 'json' ? 'printed.json' : 'printed.ts';
  const { code, errors } = await formatFile(name, text, { printWidth: 120, singleQuote: true });
  if (errors[0]) throw new Error(errors[0].message);
  return code;
};
