// Formats printed TypeScript and JSON as the repository does. Used where people read or edit what is printed.

import prettier from 'prettier';

export const format = (text: string, parser: 'typescript' | 'json' = 'typescript'): Promise<string> =>
  prettier.format(text, { parser, printWidth: 120, singleQuote: true });
