// The files of lines of a package, and the ids in their JSON. Called by importPackage.ts and packagePeople.ts.

import { createInterface } from 'node:readline';
import type { ItemId } from 'src/model/item/Item.ts';
import { readPayload } from 'src/server/packages/bag.ts';

export const LINES_AT_A_TIME = 500;

/** Reads a file of lines in groups. A package without the file has none. */
export async function* readLines<T>(
  from: string,
  paths: ReadonlyMap<string, string>,
  path: string,
): AsyncGenerator<T[]> {
  if (!paths.has(path)) return;
  let group: T[] = [];
  for await (const text of createInterface({ input: readPayload(from, path), crlfDelay: Number.POSITIVE_INFINITY })) {
    group.push(JSON.parse(text) as T);
    if (group.length < LINES_AT_A_TIME) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

const ID_IN_JSON = /"((?:[^"\\]*:)?)([A-Z]\w*-\d+)"/g;

/** Returns the ids that the lines of the package name. */
export const idsInLines = (lines: readonly unknown[]): string[] =>
  [...JSON.stringify(lines).matchAll(ID_IN_JSON)].map(([, , id = '']) => id);

/** Replaces ids of people, in values, keys and principals such as `user:User-5`. */
export const withNewIds = <T>(value: T, renamed: ReadonlyMap<string, ItemId>): T =>
  renamed.size === 0
    ? value
    : (JSON.parse(
        JSON.stringify(value).replaceAll(
          ID_IN_JSON,
          (_, before: string, id: string) => `"${before}${renamed.get(id) ?? id}"`,
        ),
      ) as T);
