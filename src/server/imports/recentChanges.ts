// `act/recentChanges`: the newest changes that the caller may see. The records of one import, or of its undo, are one line.

import type { Query } from 'src/model/generated/wire.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId, parseItemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import { importedVersions, type ImportedVersion } from 'src/server/store/importedVersions.ts';

type ChangesAnswer = Endpoints['recentChanges']['answer'];
type ChangeLine = ChangesAnswer['lines'][number];
type RecentInput = Endpoints['recentChanges']['input'];

const MOST_LINES = 8;
const FIRST_CHANGES = 50;
const NEXT_CHANGES = 1_000;
/** Records that one answer reads. The count of a larger import ends there. */
const MOST_CHANGES_READ = 5_000;

interface Lines {
  readonly lines: ChangeLine[];
  /** Index of the line by the import and what it did. */
  readonly places: Map<string, number>;
}

/** Types of general searches without accounts: what administrators do with them is in their own log. */
const changedTypes = ({ types }: ServerRegistry): string[] =>
  Object.values(types).flatMap(({ name, server }) =>
    server.search.excludeGeneralSearch || name === SYSTEM_TYPES.user ? [] : [name],
  );

const newestOf = ({ subject, services }: ImportContext, { of }: RecentInput): Query => {
  const person = { updatedBy: [subject.userId ?? ''] };
  return {
    sort: [{ key: 'updated', order: 'desc' }],
    must: of === 'own' ? person : { _t: changedTypes(services.registry) },
    ...(of === 'others' && { mustNot: person }),
  };
};

const importLine = (registry: ServerRegistry, id: ItemId, version: ImportedVersion): ChangeLine => ({
  id,
  imported: {
    ...{ import: itemId(SYSTEM_TYPES.import, version.import), by: version.by, at: version.at.toISOString() },
    ...{ undone: version.undone, count: 1, more: false },
    type: Object.values(registry.types).find(({ number }) => number === version.t)?.name ?? '',
  },
});

/** Counts the record in the line of its import. Returns false when there is no such line. */
const countIn = ({ lines, places }: Lines, place: string): boolean => {
  const at = places.get(place);
  const line = at === undefined ? undefined : lines[at];
  if (at === undefined || !line?.imported) return false;
  lines[at] = { ...line, imported: { ...line.imported, count: line.imported.count + 1 } };
  return true;
};

/** Adds the changes of a page. Returns true when one of them belongs to a line of an import. */
const addChanges = async (
  { services: { registry }, db }: ImportContext,
  found: Lines,
  ids: readonly ItemId[],
): Promise<boolean> => {
  const numbers = ids.map((id) => {
    const { type, number } = parseItemId(id);
    return { id, t: registry.types[type]?.number ?? 0, i: number };
  });
  const versions = await importedVersions(db, numbers);
  let counts = false;
  for (const id of ids) {
    const version = versions.get(id);
    const place = version && `${version.import} ${version.undone}`;
    if (place !== undefined && countIn(found, place)) counts = true;
    else if (found.lines.length < MOST_LINES) {
      if (place !== undefined) found.places.set(place, found.lines.length);
      found.lines.push(version ? importLine(registry, id, version) : { id });
      counts ||= version !== undefined;
    }
  }
  return counts;
};

/** Leaves out the import and the person where the caller may not see them. */
const readableLine = (line: ChangeLine, labels: ReadonlyMap<ItemId, string>, more: boolean): ChangeLine => {
  if (!line.imported) return line;
  const { import: via, by, ...imported } = line.imported;
  return {
    ...line,
    imported: {
      ...{ ...imported, more },
      ...(via !== undefined && labels.has(via) && { import: via }),
      ...(by !== undefined && labels.has(by) && { by }),
    },
  };
};

const labelledLines = async (
  { services, db, readFilter }: ImportContext,
  { lines }: Lines,
  more: boolean,
): Promise<ChangesAnswer> => {
  const named = lines.flatMap(({ id, imported }) => [id, imported?.import ?? [], imported?.by ?? []].flat());
  const labels = await services.items.labels(db, readFilter, [...new Set(named)]);
  return {
    lines: lines.filter(({ id }) => labels.has(id)).map((line) => readableLine(line, labels, more)),
    labels: Object.fromEntries(labels),
  };
};

export const recentChangesOf = async (
  context: ImportContext & { readonly gone?: AbortSignal },
  input: RecentInput,
): Promise<ChangesAnswer> => {
  const { services, readFilter, gone } = context;
  const query = newestOf(context, input);
  const found: Lines = { lines: [], places: new Map() };
  let after: string | undefined;
  for (let read = 0; read < MOST_CHANGES_READ;) {
    const page: Query = {
      ...query,
      max: read === 0 ? FIRST_CHANGES : NEXT_CHANGES,
      ...(after !== undefined && { after }),
    };
    const answer = await services.search.search(readFilter, page, gone);
    const counts = await addChanges(context, found, answer.ids);
    const isFull = found.lines.length >= MOST_LINES && !counts;
    if (isFull || answer.after === undefined) return await labelledLines(context, found, false);
    after = answer.after;
    read += answer.ids.length;
  }
  return await labelledLines(context, found, true);
};
