// Suggests which column of a table fills which property: by the captions of an export, the paths, and the headings that a kind declares.

import type { ImportColumn, ImportTarget } from 'src/model/generated/wire.ts';
import type { ImportKindColumn } from 'src/model/schema/ImportKind.ts';
import { foldHeading } from 'src/model/text/foldHeading.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import { SPECIAL } from 'src/server/imports/importTargets.ts';

interface NamedColumn {
  readonly column: number;
  readonly name: string;
}

/** Headings of coordinates in tables of other programs. */
const COORDINATES: Readonly<Record<string, readonly string[]>> = {
  [SPECIAL.latitude]: ['latitude', 'lat'],
  [SPECIAL.longitude]: ['longitude', 'lon', 'long', 'lng'],
};

/** Member that every record has in a JSON export, such as `$label`. It fills no property of a similar name. */
const SYSTEM_MEMBER = /^[$_]/;

/** Returns true for the name of a column that fills the target. */
type IsNamed = (name: string) => boolean;

const exactly =
  (heading: string): IsNamed =>
  (name) =>
    name === heading;

const similar = (heading: string): IsNamed => {
  const folded = foldHeading(heading);
  return (name) => folded !== '' && !SYSTEM_MEMBER.test(name) && foldHeading(name) === folded;
};

const kindPath = ({ path, place }: ImportKindColumn): string => path ?? SPECIAL[place ?? 'latitude'];

interface PlaceTargets {
  readonly geometry: string | undefined;
  readonly title: string | undefined;
  /** Path of the code of a kind with places, whose headings come before the captions of other targets. */
  readonly code: string | undefined;
}

/** Headings of geometries, and of the titles of places. */
const GEOMETRY_HEADINGS = ['geometry', 'geom', 'wkt'];
const TITLE_HEADINGS = ['name', 'title', 'label'];

interface MappingSources {
  readonly targets: readonly ImportTarget[];
  readonly kindColumns: readonly ImportKindColumn[];
  readonly words: ExportWords;
  /** Paths of the place and the title of a type with places. */
  readonly places: PlaceTargets;
  /** Columns of a geographic file that fill no property keep their names. */
  readonly keepsRest: boolean;
}

/** Returns the headings of a target, the surest first. An export has an exact column in addition to one in words. */
const headingsOf = ({ path, caption }: ImportTarget, { kindColumns, words, places }: MappingSources): IsNamed[] => {
  if (path === SPECIAL.id || path === SPECIAL.version) return [];
  const declared = kindColumns.find((column) => kindPath(column) === path)?.aliases ?? [];
  const exact = ['export.iso', 'export.ids'].map((id) => words.format(id, { name: caption }));
  const inWords = [path, caption, ...declared, ...(COORDINATES[path] ?? [])];
  const ofPlaces = [
    ...(path === places.geometry ? GEOMETRY_HEADINGS : []),
    ...(path === places.title ? TITLE_HEADINGS : []),
  ];
  const first = path === places.code ? declared.map(similar) : [];
  return [...first, ...exact.map(similar), exactly(path), exactly(caption), ...[...inWords, ...ofPlaces].map(similar)];
};

const readingOf = (path: string, kindColumns: readonly ImportKindColumn[]): Partial<ImportColumn> => {
  const { dates, separator, unknown, match, missing } = kindColumns.find((column) => kindPath(column) === path) ?? {};
  return {
    ...(dates && { dates }),
    ...(separator !== undefined && { separator }),
    ...(unknown && { unknown }),
    ...(match !== undefined && { match }),
    ...(missing && { missing }),
  };
};

/** Maps each column at most once, and each target at most once. */
export const suggestMapping = (columns: readonly NamedColumn[], sources: MappingSources): readonly ImportColumn[] => {
  const mapped = new Map<number, ImportColumn>();
  const isFilled = new Set<string>();
  const map = ({ column, name }: NamedColumn, to: string): void => {
    isFilled.add(to);
    const target = sources.targets.find(({ path }) => path === to);
    const isExact =
      target && foldHeading(name) === foldHeading(sources.words.format('export.iso', { name: target.caption }));
    const exact = isExact && target.date ? { dates: 'YMD' as const } : {};
    mapped.set(column, { column, name, to, ...readingOf(to, sources.kindColumns), ...exact });
  };
  for (const column of columns)
    for (const special of [SPECIAL.id, SPECIAL.version]) if (column.name === special) map(column, special);
  const headings = sources.targets.map((target) => ({ path: target.path, names: headingsOf(target, sources) }));
  const longest = Math.max(0, ...headings.map(({ names }) => names.length));
  for (let rank = 0; rank < longest; rank += 1)
    for (const { path, names } of headings) {
      const isNamed = names[rank];
      if (!isNamed || isFilled.has(path)) continue;
      const column = columns.find((each) => !mapped.has(each.column) && isNamed(each.name));
      if (column) map(column, path);
    }
  if (sources.keepsRest) for (const column of columns) if (!mapped.has(column.column)) map(column, SPECIAL.rest);
  return [...mapped.values()].toSorted((one, other) => one.column - other.column);
};
