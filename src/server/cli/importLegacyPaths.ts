// `node dist/server/main.js import-legacy-paths --file paths.csv [--dry-run]`: the addresses of the system that a site came from, each with
// the item that it leads to. It runs whether a server runs or not. Every wrong line is named, and then nothing is written.

import { parseArgs } from 'node:util';
import type { CsvError } from 'csv-parse/sync';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { csvRecords, type CsvRecord } from 'src/server/cli/csvRecords.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/modules.ts';
import { plainAlias, putLegacyPaths, type LegacyPath } from 'src/server/store/legacyPath.ts';

const COMMAND_NAME = 'import-legacy-paths';
const MOST_ERRORS = 20;
const LONGEST_ALIAS = 2_000;
const PATHS_BATCH = 1_000;
/** Words in the second column of a line that names the columns. */
const HEADINGS: readonly string[] = ['id', 'item', 'record', 'target'];

/** Throws UsageError. */
export const legacyPathOptions = (args: readonly string[]): { readonly file: string; readonly dryRun: boolean } => {
  try {
    const options = { file: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
    const { file, 'dry-run': dryRun } = parseArgs({ args: [...args], options }).values;
    if (file === undefined) throw new Error('it needs --file');
    return { file, dryRun: dryRun === true };
  } catch (error) {
    throw new UsageError(`${COMMAND_NAME}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const csvLines = (file: string): readonly CsvRecord[] => {
  try {
    return csvRecords(file, { delimiter: [',', ';', '\t'], relax_column_count: true });
  } catch (error) {
    throw new UsageError(`${COMMAND_NAME}: the file cannot be read: ${(error as CsvError).message}`);
  }
};

const isHeading = ({ record: [, second = ''] }: CsvRecord): boolean => HEADINGS.includes(second.trim().toLowerCase());

/** Returns which of these items there are. Reads them in batches, because items hold all their values. */
const existing = async (
  { database, items }: Pick<Services, 'database' | 'items'>,
  ids: readonly ItemId[],
): Promise<ReadonlySet<ItemId>> => {
  const found = new Set<ItemId>();
  for (let from = 0; from < ids.length; from += PATHS_BATCH)
    for (const { id } of await items.findMany(database, ids.slice(from, from + PATHS_BATCH))) found.add(id);
  return found;
};

const wrongIn = ([alias = '', id = '', ...more]: readonly string[]): string | undefined => {
  const plain = plainAlias(alias);
  if (plain === '' || plain.length > LONGEST_ALIAS) return 'the first column is not a path';
  if (!isItemId(id.trim())) return 'the second column is not the id of a record';
  return more.length > 0 ? 'it has more than two columns' : undefined;
};

/** Returns how many paths the file holds. Throws UsageError. */
export const importLegacyPaths = async (
  services: Pick<Services, 'database' | 'items'>,
  text: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<number> => {
  const lines = csvLines(text).filter((line, at) => at > 0 || !isHeading(line));
  const paths = lines.map(({ record: [alias = '', id = ''] }): LegacyPath => ({
    alias: plainAlias(alias),
    id: id.trim(),
  }));
  const known = await existing(services, [...new Set(paths.map(({ id }) => id).filter(isItemId))]);
  const seen = new Map<string, string>();
  const errors = lines.flatMap(({ record, line }, at) => {
    const { alias, id } = paths[at] ?? { alias: '', id: '' };
    const other = seen.get(alias);
    seen.set(alias, id);
    const wrong =
      wrongIn(record) ??
      (known.has(id) ? undefined : `there is no ${id}`) ??
      (other !== undefined && other !== id ? `${alias} already leads to ${other}` : undefined);
    return wrong === undefined ? [] : [`  line ${line}: ${wrong}`];
  });
  if (errors.length > 0)
    throw new UsageError([`${COMMAND_NAME}: nothing was imported.`, ...errors.slice(0, MOST_ERRORS)].join('\n'));
  if (!dryRun) await services.database.transaction((tx) => putLegacyPaths(tx, paths));
  return paths.length;
};
