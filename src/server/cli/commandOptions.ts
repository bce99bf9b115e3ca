// Options of the commands that work on the data of a site.

import { resolve } from 'node:path';
import { UsageError } from 'src/server/cli/UsageError.ts';

export const TEXT_OPTION = { type: 'string' } as const;

/** Returns the parsed options. Throws UsageError with the name of the command for the reason that `parse` throws. */
export const parsedBy = <T>(command: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(`${command}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Returns the absolute path. Throws when the option is absent. */
export const neededFolder = (folder: string | undefined, option: string): string => {
  if (folder === undefined || folder === '') throw new Error(`it needs ${option} FOLDER`);
  return resolve(folder);
};
