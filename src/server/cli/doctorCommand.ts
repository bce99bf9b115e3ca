// `node dist/server/main.js doctor [--repair] [--from FOLDER]`: checks a site next to its running server, and repairs what can be computed
// again or taken from a backup.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Validator } from 'src/model/schema/Validator.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { parsedBy, TEXT_OPTION } from 'src/server/cli/commandOptions.ts';
import { examine } from 'src/server/doctor/doctor.ts';
import type { Services } from 'src/server/modules.ts';

const doctorOptions = (args: readonly string[]): { readonly repair: boolean; readonly from: string | undefined } =>
  parsedBy('doctor', () => {
    const options = { repair: { type: 'boolean' }, from: TEXT_OPTION } as const;
    const { repair = false, from } = parseArgs({ args: [...args], options }).values;
    return { repair, from: from === undefined ? undefined : resolve(from) };
  });

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const listOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');

/** Returns the summary. Throws BackupRefusal with the exit code of the doctor when faults remain. */
export const runDoctor = async (
  services: Services,
  args: readonly string[],
  { validators, print }: { readonly validators: Readonly<Record<string, Validator>>; print(line: string): void },
): Promise<string> => {
  const options = doctorOptions(args);
  const { items, files, unused, outside, remaining, repaired } = await examine(
    { ...services, validators },
    { ...options, report: print },
  );
  print(
    `${items} records and ${files} files were checked; ${unused} files are not in use, and the daily sweep removes them.`,
  );
  if (outside > 0) print(`${outside} relations lead to records that were not part of the imported package.`);
  if (repaired.size > 0) print(`Repaired: ${listOf(repaired)}.`);
  if (remaining.size === 0) return 'Nothing is wrong.';
  const advice = options.repair
    ? ''
    : ' Run it with --repair to compute readers and index again, and to take files from a backup.';
  throw new BackupRefusal('faults', `${sumOf(remaining)} faults: ${listOf(remaining)}.${advice}`);
};
