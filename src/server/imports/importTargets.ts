// Targets of the columns of a table: the properties that an import can fill, and how each of them is read.

import type { ImportTarget } from 'src/model/generated/wire.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds, isGeometry } from 'src/model/kinds/kindTraits.ts';
import { importedPaths, importedProperty, propertyOfKind } from 'src/model/schema/importedProperty.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import type { KnownKind } from 'src/server/imports/importKindOf.ts';

/** Targets that are no properties. */
export const SPECIAL = {
  id: '$id',
  version: '_u',
  latitude: '$latitude',
  longitude: '$longitude',
  /** Geometry of a place that the item names. */
  geometry: '$geometry',
  legacyPath: '$legacyPath',
  /** Keeps the value under the name of its column. Several columns may have this target. */
  rest: '$rest',
} as const;

export const MATCH_ID = 'id';
export const MATCH_LABEL = 'label';

/** Returns the types that a relation may lead to; empty for any type. */
export const relatedTypes = (registry: ServerRegistry, { rel }: Property): readonly ServerItemType[] =>
  (rel?.to ?? []).flatMap((name) => registry.types[name === '$owner' ? (registry.ownerType ?? '') : name] ?? []);

const IDENTIFYING: readonly unknown[] = ['free', 'formed'];

/** Properties by which people name an item: single texts that every reader of the item reads. */
const namingProperties = ({ properties }: ServerItemType): string[] =>
  Object.values(properties)
    .filter(({ kind, many, level }) => {
      const { lines, text, json } = KINDS[kind];
      return !many && level === undefined && json === 'string' && (lines === 'one' || IDENTIFYING.includes(text));
    })
    .map(({ name }) => name);

/** Returns the path of the place of the items. */
export const placePath = ({ properties }: ServerItemType): string | undefined =>
  Object.values(properties).find(({ kind, readOnly }) => isGeometry(kind) && !readOnly)?.name;

/** Returns the path of the names and values that the type has no property for. */
export const restPath = ({ view }: ServerItemType): string | undefined => view.place?.fromFiles?.rest;

/** Places that the rows of a kind create for the items with their codes. */
export interface KindPlaces {
  /** Property with the code. */
  readonly code: string;
  /** Title of a new item, which is its code unless a column fills it. */
  readonly title: string;
  /** Relation to the collection in which codes are unique. */
  readonly collection: string;
  /** Relation to the places. */
  readonly relation: string;
  /** Type of the places, with their geometry and their title, which is the code. */
  readonly type: ServerItemType;
  readonly geometry: string;
  readonly placeTitle: string;
}

/** Returns the places of a kind; undefined for a kind without them. */
export const kindPlacesOf = (registry: ServerRegistry, { type, places }: KnownKind): KindPlaces | undefined => {
  const { fromCodes, geometryOf: relation = '' } = type.view.place ?? {};
  const [name = ''] = type.properties[relation]?.rel?.to ?? [];
  const target = registry.types[name];
  const { geometry, fromFiles } = target?.view.place ?? {};
  if (!places || !fromCodes || !target || geometry === undefined || !fromFiles) return undefined;
  return { ...fromCodes, relation, type: target, geometry, placeTitle: fromFiles.title };
};

/** Returns the title that the import gives to new items whose row has none. */
const givenTitle = ({ type, places }: KnownKind): string | undefined =>
  places ? type.view.place?.fromCodes?.title : type.view.place?.fromFiles?.title;

const relationChoices = (registry: ServerRegistry, property: Property): Partial<ImportTarget> => {
  const types = relatedTypes(registry, property);
  const naming = [...new Set(types.flatMap(namingProperties))];
  return { match: [MATCH_ID, MATCH_LABEL, ...naming], missing: types.length === 1 && naming.length > 0 };
};

const listChoices = ({ list }: Property): Partial<ImportTarget> =>
  list ? { unknown: list.other === true ? ['refuse', 'other', 'add'] : ['refuse', 'add'] } : {};

const targetCaption = ({ type: { name }, entries }: KnownKind, path: string, words: ExportWords): string => {
  if (entries && path.startsWith(`${entries.path}.`)) return words.property(name, path);
  const segments = path.split('.');
  return segments.map((_, at) => words.property(name, segments.slice(0, at + 1).join('.'))).join(' – ');
};

const propertyTarget = (
  registry: ServerRegistry,
  kind: KnownKind,
  { path, words }: { readonly path: string; readonly words: ExportWords },
): ImportTarget[] => {
  const property = propertyOfKind(kind, kind.type.properties, path);
  if (!property) return [];
  const { time } = KINDS[property.kind];
  return [
    {
      path,
      caption: targetCaption(kind, path, words),
      required: property.required && !path.includes('.') && path !== givenTitle(kind),
      many: property.many,
      date: time !== undefined && time !== 'clock',
      ...(holdsIds(property.kind) && property.rel && relationChoices(registry, property)),
      ...listChoices(property),
    },
  ];
};

interface TargetOptions {
  readonly words: ExportWords;
  readonly admin: boolean;
  /** Names of the columns of the table. One of them may be a path to a text in one language. */
  readonly named: readonly string[];
}

const specialTargets = (
  registry: ServerRegistry,
  kind: KnownKind,
  { words, admin }: Pick<TargetOptions, 'words' | 'admin'>,
): ImportTarget[] => {
  const places = kindPlacesOf(registry, kind);
  const placed = places?.type ?? kind.type;
  const names = [
    'id',
    'version',
    ...(places ? ['geometry'] : []),
    ...(placePath(placed) === undefined ? [] : ['latitude', 'longitude']),
    ...(restPath(placed) === undefined ? [] : ['rest']),
    ...(admin ? ['legacyPath'] : []),
  ] as readonly (keyof typeof SPECIAL)[];
  return names.map((name) => ({
    path: SPECIAL[name],
    caption: words.format(`import.target.${name}`),
    ...{ required: false, many: name === 'rest', date: false },
  }));
};

/** Returns everything that a column can fill in items of the kind. */
export const importTargets = (
  registry: ServerRegistry,
  kind: KnownKind,
  { words, admin, named }: TargetOptions,
): readonly ImportTarget[] => {
  const { type, columns } = kind;
  if (kind.closed === true) return columns.flatMap(({ path = '' }) => propertyTarget(registry, kind, { path, words }));
  const closed = new Set(admin ? [] : type.adminOnly);
  const inLanguages = named.filter((name) => name.includes('.') && importedProperty(type.properties, name));
  const declared = columns.flatMap(({ path }) => path ?? []);
  const paths = [...importedPaths(type.properties), ...declared, ...inLanguages];
  const open = [...new Set(paths)].filter((path) => !closed.has(path.split('.')[0] ?? ''));
  return [
    ...open.flatMap((path) => propertyTarget(registry, kind, { path, words })),
    ...specialTargets(registry, kind, { words, admin }),
  ];
};
