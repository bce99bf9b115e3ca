// `node dist/server/main.js import-legacy-paths --file paths.csv [--dry-run]`: the addresses of the system that a site came from, each with
// the item that it leads to. Run while a server runs or without one. Every wrong line is named, and then nothing is written.

import { parseArgs } from 'node:util';
import { parse, type CsvError } from 'csv-parse/sync';
import { isItemId } from 'src/model/item/itemId.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/context.ts';
import { plainAlias, putLegacyPaths, type LegacyPath } from 'src/server/store/legacyPath.ts';

const NAME = 'import-legacy-paths';
const MOST_ERRORS = 20;
const LONGEST_ALIAS = 2_000;

/** Throws UsageError. */
export const legacyPathOptions = (args: readonly string[]): { readonly file: string; readonly dryRun: boolean } => {
  try {
    const options = { file: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
    const { file, 'dry-run': dryRun } = parseArgs({ args: [...args], options }).values;
    if (file === undefined) throw new Error('it needs --file');
    return { file, dryRun: dryRun === true };
  } catch (error) {
    throw new UsageError(`${NAME}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const linesOf = (text: string): readonly (readonly string[])[] => {
  try {
    return parse(text, { bom: true, delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw new UsageError(`${NAME}: the file cannot be read: ${(error as CsvError).message}`);
  }
};

const wrongIn = ([alias = '', id = '', ...more]: readonly string[]): string | undefined => {
  const plain = plainAlias(alias);
  if (plain === '' || plain.length > LONGEST_ALIAS) return 'the first column is no path';
  if (!isItemId(id.trim())) return 'the second column is no id of a record';
  return more.length > 0 ? 'it has more than two columns' : undefined;
};

/** Returns how many paths the file holds. Throws UsageError. */
export const importLegacyPaths = async (
  { database, items }: Pick<Services, 'database' | 'items'>,
  text: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<number> => {
  const lines = linesOf(text);
  const [head = []] = lines;
  // A heading line names the columns.
  const from = isItemId((head[1] ?? '').trim()) ? 0 : 1;
  const paths = lines
    .slice(from)
    .map(([alias = '', id = '']): LegacyPath => ({ alias: plainAlias(alias), id: id.trim() }));
  const known = new Set(
    (await items.findMany(database, paths.map(({ id }) => id).filter(isItemId))).map(({ id }) => id),
  );
  const seen = new Map<string, string>();
  const errors = lines.slice(from).flatMap((line, at) => {
    const { alias, id } = paths[at] ?? { alias: '', id: '' };
    const other = seen.get(alias);
    seen.set(alias, id);
    const wrong =
      wrongIn(line) ??
      (known.has(id) ? undefined : `there is no ${id}`) ??
      (other !== undefined && other !== id ? `${alias} leads to ${other} already` : undefined);
    return wrong === undefined ? [] : [`  line ${at + from + 1}: ${wrong}`];
  });
  if (errors.length > 0)
    throw new UsageError([`${NAME}: nothing was imported.`, ...errors.slice(0, MOST_ERRORS)].join('\n'));
  if (!dryRun) await database.transaction((tx) => putLegacyPaths(tx, paths));
  return paths.length;
};
