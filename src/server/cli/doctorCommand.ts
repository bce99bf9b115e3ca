// `node dist/server/main.js doctor [--repair] [--from FOLDER]`: checks a site next to its running server, and repairs what can be computed
// again or taken from a backup.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Validator } from 'src/model/schema/Validator.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { parsedBy, TEXT_OPTION } from 'src/server/cli/commandOptions.ts';
import { diagnosisLines, NOTHING_WRONG, remainingText } from 'src/server/doctor/diagnosisText.ts';
import { examine } from 'src/server/doctor/doctor.ts';
import type { Services } from 'src/server/modules.ts';

const doctorOptions = (args: readonly string[]): { readonly repair: boolean; readonly from: string | undefined } =>
  parsedBy('doctor', () => {
    const options = { repair: { type: 'boolean' }, from: TEXT_OPTION } as const;
    const { repair = false, from } = parseArgs({ args: [...args], options }).values;
    return { repair, from: from === undefined ? undefined : resolve(from) };
  });

/** Returns the summary. Throws BackupRefusal with the exit code of the doctor when faults remain. */
export const runDoctor = async (
  services: Services,
  args: readonly string[],
  { validators, print }: { readonly validators: Readonly<Record<string, Validator>>; print(line: string): void },
): Promise<string> => {
  const options = doctorOptions(args);
  const diagnosis = await examine({ ...services, validators }, { ...options, report: print });
  for (const line of diagnosisLines(diagnosis)) print(line);
  const faults = remainingText(diagnosis);
  if (faults === undefined) return NOTHING_WRONG;
  const advice = options.repair
    ? ''
    : ' Run it with --repair to compute readers and index again, and to take files from a backup.';
  throw new BackupRefusal('faults', `${faults}${advice}`);
};
