// Paths of the items' files in a zip, as their types declare them by `zipPath`, with the labels that the recipient may read at that moment.
// A value that is empty or hidden from the recipient gives no folder. Called by tasks/downloadAttachments.ts.

import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { fillTemplate, templatePaths } from 'src/model/item/labelOf.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { USUAL_ZIP_PATH, ZIP_ADDED, ZIP_FILE, ZIP_LABEL, zipPattern } from 'src/model/schema/zipPath.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import type { Context } from 'src/server/context.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { createZones, ownedOf, type CalendarSources } from 'src/server/store/calendars.ts';
import { createFolderNames, type FolderNames } from 'src/server/files/zipNames.ts';
import { KINDS } from 'src/model/generated/kinds.ts';

interface Folder {
  readonly name: string;
  /** Two items of one name have two folders. */
  readonly key: string;
}

export interface ZipPath {
  readonly folders: readonly Folder[];
  fileName(file: Item, name: string): string;
  /** The items that are named in it. */
  readonly names: readonly ItemId[];
}

/** A value, as text, and the item that it names. */
interface Part {
  readonly text: string;
  readonly id?: ItemId;
}

const EMPTY_PART: Part = { text: '' };

/** The day of a moment in the time zone of the item's owner. */
type DayOf = (instant: string) => string;

interface Reached {
  readonly property: Property;
  readonly value: Json;
}

type Related = ReadonlyMap<ItemId, Item>;

const reach = (
  { types }: ServerRegistry,
  { item, related }: { readonly item: Item; readonly related: Related },
  path: string,
): Reached | undefined => {
  const at = (of: Item, within: string): Reached | undefined => {
    const property = propertyAt(types[of._t]?.properties ?? {}, within);
    const [value] = valuesAt(of as Values, within);
    return property && value !== undefined ? { property, value } : undefined;
  };
  const [step = '', ...rest] = path.split('.');
  const behind = rest.length > 0 ? related.get(String(item[step])) : undefined;
  return at(item, path) ?? (behind && at(behind, rest.join('.')));
};

interface Worded {
  readonly labels: ReadonlyMap<ItemId, string>;
  readonly dayOf: DayOf;
}

const pathPart = ({ property, value }: Reached, { labels, dayOf }: Worded): Part => {
  if (property.rel) return isItemId(value) ? { text: labels.get(value) ?? '', id: value } : EMPTY_PART;
  if (KINDS[property.kind].time === 'moment') return { text: dayOf(String(value)) };
  return { text: typeof value === 'number' ? String(value) : (textInDefaultLanguage(value) ?? '') };
};

/** Paths of the item that its pattern names, without those of a file. */
const zipPatternOf = ({ types }: ServerRegistry, { _t }: Item) => {
  const path = types[_t]?.server.zipPath ?? USUAL_ZIP_PATH;
  const paths = templatePaths(path).filter((each) => each !== ZIP_FILE && each !== ZIP_ADDED);
  return { ...zipPattern(path), paths };
};

const zipPathOf = (
  item: Item,
  { folders, file }: ReturnType<typeof zipPatternOf>,
  { parts, dayOf }: { readonly parts: ReadonlyMap<string, Part>; readonly dayOf: DayOf },
): ZipPath => {
  const textAt = (path: string): string => parts.get(path)?.text ?? '';
  const keyAt = (path: string): string => parts.get(path)?.id ?? textAt(path);
  return {
    folders: folders.flatMap((template): Folder[] => {
      const name = fillTemplate(template, textAt);
      return name === '' ? [] : [{ name, key: templatePaths(template).map(keyAt).join('\n') }];
    }),
    fileName: ({ _c }, name) =>
      fillTemplate(file, (path) => {
        if (path === ZIP_FILE) return name;
        return path === ZIP_ADDED ? dayOf(_c.ts) : textAt(path);
      }),
    names: [item.$id, ...[...parts.values()].flatMap(({ id, text }) => (id !== undefined && text !== '' ? [id] : []))],
  };
};

/** Returns the paths of items that the person may read, by their ids. */
export const zipPathsOf = async (
  { services, db, readFilter }: Context<CalendarSources & { readonly items: ItemStorage }>,
  found: readonly Item[],
  channel: Channel,
): Promise<ReadonlyMap<ItemId, ZipPath>> => {
  const { registry, items } = services;
  const patterned = found.map((item) => ({ item, pattern: zipPatternOf(registry, item) }));
  const steps = patterned.flatMap(({ item, pattern }) =>
    pattern.paths.flatMap((path) => (path.includes('.') ? valuesAt(item as Values, path.split('.')[0] ?? '') : [])),
  );
  const ids = [...new Set(steps.filter(isItemId))];
  const behind = ids.length === 0 ? [] : await items.readVisible(db, readFilter, ids, { channel });
  const related = new Map(behind.map((item) => [item.$id, item]));
  const reached = patterned.map(({ item, pattern }) => {
    const values = pattern.paths.map((path) => [path, reach(registry, { item, related }, path)] as const);
    return { item, pattern, values };
  });
  const named = reached.flatMap(({ values }) => values.flatMap(([, to]) => (isItemId(to?.value) ? [to.value] : [])));
  const labels =
    named.length === 0 ? new Map<ItemId, string>() : await items.labels(db, readFilter, [...new Set(named)]);
  const zoneOf = createZones(services, db);
  const zones = new Map<ItemId, string>();
  for (const { item } of reached) {
    const type = registry.types[item._t];
    // oxlint-disable-next-line no-await-in-loop -- each owner is read once
    if (type) zones.set(item.$id, await zoneOf(ownedOf(item, type)));
  }
  return new Map(
    reached.map(({ item, pattern, values }) => {
      const dayOf: DayOf = (instant) => dayIn(new Date(instant), zones.get(item.$id) ?? services.timeZone);
      const parts = values.map(([path, value]): [string, Part] => {
        if (path === ZIP_LABEL) return [path, { text: item.$label, id: item.$id }];
        return [path, value ? pathPart(value, { labels, dayOf }) : EMPTY_PART];
      });
      return [item.$id, zipPathOf(item, pattern, { parts: new Map(parts), dayOf })];
    }),
  );
};

/** A folder that is in the zip. */
export interface ZipFolder {
  /** Empty for the zip itself. */
  readonly path: string;
  readonly names: FolderNames;
  readonly below: Map<string, ZipFolder>;
}

/** Opens the folders of a path, each once. `taken`: names that are already used on the first level. */
export const createZipFolders = (taken: readonly string[]): ((folders: readonly Folder[]) => ZipFolder) => {
  const zip: ZipFolder = { path: '', names: createFolderNames(taken), below: new Map() };
  return (folders) =>
    folders.reduce<ZipFolder>((above, { name, key }) => {
      const known = above.below.get(key);
      if (known) return known;
      const own = above.names.folder(name, isItemId(key) ? key : '_', folders.length);
      const path = above.path === '' ? own : `${above.path}/${own}`;
      const newFolder: ZipFolder = { path, names: createFolderNames([]), below: new Map() };
      above.below.set(key, newFolder);
      return newFolder;
    }, zip);
};
