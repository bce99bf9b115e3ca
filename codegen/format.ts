// Formats printed TypeScript and JSON as the repository does. Used where people read or edit what is printed.

import { format as formatFile } from 'oxfmt';

/** Throws when the text cannot be parsed. */
export const format = async (text: string, language: 'typescript' | 'json' = 'typescript'): Promise<string> => {
  const name = language === 'json' ? 'printed.json' : 'printed.ts';
  const { code, errors } = await formatFile(name, text, { printWidth: 120, singleQuote: true });
  if (errors[0]) throw new Error(errors[0].message);
  return code;
};
