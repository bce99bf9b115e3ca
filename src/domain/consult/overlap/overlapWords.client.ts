// The words of an overlap: bands, rows, the statement of counts, its table as a file, and what a step is filled with.

import { type Client, type Messages, formatDate } from 'src/client/extend.ts';
import { countStatement, FEWEST_REPORTED } from 'src/model/geo/countStatement.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { OverlapCounts, PageOverlap } from 'src/model/schema/TypeView.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';

export type OverlapRow = Overlap['rows'][number];

const KILOMETRE = 1_000;

/** Returns how many records the rows count in all distances. */
export const totalOf = (rows: readonly OverlapRow[]): number =>
  rows.reduce((sum, { counts }) => sum + counts.reduce((one, other) => one + other, 0), 0);

export const distanceOf = ({ intl }: Messages, metres: number): string =>
  metres >= KILOMETRE
    ? intl.formatNumber(metres / KILOMETRE, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 2 })
    : intl.formatNumber(metres, { style: 'unit', unit: 'meter' });

const bandWords = (messages: Messages, bands: readonly number[], at: number, of: 'band' | 'statement'): string => {
  const [before, within = 0] = [bands[at - 1], bands[at]];
  if (within === 0) return messages.format(`overlap.${of}.in`);
  const to = distanceOf(messages, within);
  if (before === undefined || before === 0) return messages.format(`overlap.${of}.within`, { to });
  return messages.format(`overlap.${of}.between`, { from: distanceOf(messages, before), to });
};

export const bandName = (messages: Messages, bands: readonly number[], at: number): string =>
  bandWords(messages, bands, at, 'band');

/** Undefined if each band ends at its own distance. */
export const simplerNote = (messages: Messages, { bands }: Overlap): string | undefined => {
  const distances = bands.map(({ within }) => within);
  const said = bands.flatMap(({ wider }, at) =>
    wider === undefined
      ? []
      : [
          messages.format('overlap.simplerBand', {
            band: bandName(messages, distances, at),
            wider: distanceOf(messages, wider),
          }),
        ],
  );
  return said.length === 0 ? undefined : messages.format('overlap.simpler', { bands: messages.intl.formatList(said) });
};

/** Undefined for what is no word of a list or of the type. */
const kindWord = (
  { registry, lists, session }: Client,
  messages: Messages,
  { type: name, kind }: OverlapRow,
): string | undefined => {
  const type = registry.types[name];
  const path = type?.view.place?.kind;
  const property = type && path !== undefined ? propertyAt(type.properties, path) : undefined;
  if (!type || kind === undefined || isOther(kind)) return undefined;
  if (property?.list) return lists.labelAmong(property.list.list, session.user?.readOrgs ?? [], kind);
  return messages.find(`types.${name}.enum.${path ?? ''}.${kind}`);
};

/** True when the words of all kinds have been read. Observable. */
export const areWordsKnown = ({ registry, lists }: Client, { rows }: Overlap): boolean =>
  rows.every(({ type: name, kind }) => {
    const type = registry.types[name];
    const property = type && propertyAt(type.properties, type.view.place?.kind ?? '');
    return !property?.list || kind === undefined || lists.labelAmong(property.list.list, [], kind) !== undefined;
  });

/** Observable: words of lists come later. */
export const rowName = (client: Client, messages: Messages, row: OverlapRow): string => {
  const { type, kind } = row;
  const hasKinds = client.registry.types[type]?.view.place?.kind !== undefined;
  if (kind !== undefined) return kindWord(client, messages, row) ?? (isOther(kind) ? otherText(kind) : kind);
  return hasKinds ? `${messages.plural(type)}: ${messages.format('overlap.noKind')}` : messages.plural(type);
};

/** True for a type whose items count as knowledge of an area; requests and work items do not. */
export const isCounted = ({ registry }: Client, type: string): boolean =>
  registry.types[type]?.view.place?.inStatement === true;

/** Returns the rows that the counts leave out, such as records of the field and work on requests. */
export const uncountedRows = (client: Client, { rows }: Pick<Overlap, 'rows'>): readonly OverlapRow[] =>
  rows.filter(({ type }) => !isCounted(client, type));

/** Returns the rows that a map draws with their indices: those that the counts include, and those of the types that are switched on. */
export const rowsOnMap = (client: Client, { rows }: Pick<Overlap, 'rows'>, switchedOn: readonly string[]) =>
  rows.flatMap((row, at) => (isCounted(client, row.type) || switchedOn.includes(row.type) ? [{ row, at }] : []));

/** Returns the rows of each type that has records, the most frequent type first. */
export const rowsOfTypes = (all: readonly OverlapRow[]) =>
  [...new Set(all.map(({ type }) => type))]
    .map((type) => ({ type, rows: all.filter((row) => row.type === type) }))
    .filter(({ rows }) => totalOf(rows) > 0)
    .toSorted((one, other) => totalOf(other.rows) - totalOf(one.rows));

/** Returns a sentence with the number of each kind of record that the counts leave out; undefined if there are none. */
export const uncountedNote = (client: Client, messages: Messages, overlap: Overlap): string | undefined => {
  const types = rowsOfTypes(uncountedRows(client, overlap));
  if (types.length === 0) return undefined;
  const names = types.map(({ type, rows }) => {
    const count = totalOf(rows);
    return messages.format('overlap.uncountedType', { count, name: messages.typeInSentence(type, count) });
  });
  return messages.format('overlap.uncounted', { types: messages.intl.formatList(names) });
};

/** Returns the counts as Markdown, with a list for each kind. It contains no names that users gave, no record numbers and no locations. */
export const statementOf = (client: Client, messages: Messages, overlap: Overlap): string => {
  const isNamed = (type: string, kind: string): boolean =>
    kindWord(client, messages, { type, kind, counts: [] }) !== undefined;
  const lines = countStatement(overlap, { isCounted: (type) => isCounted(client, type), isNamed });
  const bands = overlap.bands.map(({ within }) => within);
  const separate = new Set(lines.flatMap(({ type, kind }) => (kind === undefined ? [] : [type])));
  const what = (type: string | undefined, kind: string | undefined): string => {
    if (type === undefined) return messages.format('overlap.otherRecords');
    if (kind !== undefined) return kindWord(client, messages, { type, kind, counts: [] }) ?? messages.type(type);
    const plural = messages.plural(type);
    return separate.has(type) ? messages.format('overlap.otherKinds', { type: plural }) : plural;
  };
  const said = lines.flatMap(({ type, kind, band, least }) => {
    const words = { what: what(type, kind), where: bandWords(messages, bands, band, 'statement') };
    const line =
      least === undefined
        ? messages.format('overlap.statement.fewer', { ...words, fewest: FEWEST_REPORTED })
        : messages.format('overlap.statement.least', { ...words, count: least });
    return band === 0 ? ['', `- ${line}`] : [`- ${line}`];
  });
  const day = formatDate(messages.intl, client.day.today);
  const note = messages.format('overlap.statement.note', { fewest: FEWEST_REPORTED });
  const simpler = simplerNote(messages, overlap);
  const types = Object.keys(client.registry.types).filter((type) => isCounted(client, type));
  const scope = messages.format('overlap.statement.scope', {
    types: messages.intl.formatList(types.map((type) => messages.plural(type)).toSorted()),
  });
  const notes = [note, '', scope, ...(simpler === undefined ? [] : ['', simpler])];
  return [messages.format('overlap.statement.head', { day }), ...said, '', ...notes].join('\n');
};

interface KindCounts {
  readonly what: string;
  /** Counts in each band. */
  readonly counts: readonly number[];
}

/**
 * Counts of records of knowledge by kind, without empty ones. A kind that a person typed could be a name, so it is counted with its type.
 */
const countsByKind = (client: Client, messages: Messages, { rows }: Overlap): readonly KindCounts[] => {
  const found = new Map<string, readonly number[]>();
  for (const row of rows.filter(({ type }) => isCounted(client, type))) {
    const what = kindWord(client, messages, row) ?? messages.plural(row.type);
    const before = found.get(what) ?? [];
    found.set(
      what,
      row.counts.map((count, band) => count + (before[band] ?? 0)),
    );
  }
  return [...found]
    .map(([what, counts]) => ({ what, counts }))
    .filter(({ counts }) => counts.some((count) => count > 0));
};

const overlapSummary = (client: Client, messages: Messages, overlap: Overlap): string => {
  const bands = overlap.bands.map(({ within }) => within);
  const lines = countsByKind(client, messages, overlap).flatMap(({ what, counts }) =>
    counts.flatMap((count, band) => {
      const where = bandWords(messages, bands, band, 'statement');
      return count === 0 ? [] : [`- ${messages.format('overlap.summary.line', { what, where, count })}`];
    }),
  );
  const none = messages.format('overlap.summary.none', { distance: distanceOf(messages, bands.at(-1) ?? 0) });
  const day = formatDate(messages.intl, client.day.today);
  return [messages.format('overlap.statement.head', { day }), '', ...(lines.length > 0 ? lines : [none])].join('\n');
};

const overlapEntries = (client: Client, messages: Messages, overlap: Overlap, names: OverlapCounts): Json => {
  const bands = overlap.bands.map(({ within }) => within);
  const isInside = (band: number): boolean => bands[band] === 0;
  const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
  return countsByKind(client, messages, overlap).map(({ what, counts }) => ({
    [names.kind]: what,
    [names.inside]: sum(counts.filter((_, band) => isInside(band))),
    [names.near]: sum(counts.filter((_, band) => !isInside(band))),
    [names.distance]: (bands[counts.findIndex((count) => count > 0)] ?? 0) / KILOMETRE,
  }));
};

/** Returns the values of an item that are filled from the counts, by the paths that its type declares. */
export const valuesFrom = (
  client: Client,
  messages: Messages,
  { overlap, paths }: { readonly overlap: Overlap; readonly paths: PageOverlap },
): Values => {
  const { statement, summary, distance, counts } = paths;
  return {
    ...(distance !== undefined && { [distance]: (overlap.bands.at(-1)?.within ?? 0) / KILOMETRE }),
    ...(counts && { [counts.path]: overlapEntries(client, messages, overlap, counts) }),
    ...(summary !== undefined && { [summary]: overlapSummary(client, messages, overlap) }),
    ...(statement !== undefined && { [statement]: statementOf(client, messages, overlap) }),
  };
};

/** One line for each kind and band, with the places that are listed. */
export const overlapCsv = (client: Client, messages: Messages, { bands, rows, places }: Overlap): string => {
  const distances = bands.map(({ within }) => within);
  const words = ['overlap.kind', 'overlap.distance', 'overlap.total', 'overlap.listing'].map((id) =>
    messages.format(id),
  );
  const lines = rows.flatMap((row, at) =>
    distances.map((_, band) =>
      csvLine([
        rowName(client, messages, row),
        bandName(messages, distances, band),
        row.counts[band] ?? 0,
        places
          .filter((place) => place.row === at && place.band === band)
          .map(({ label }) => label)
          .join('; '),
      ]),
    ),
  );
  return [CSV_MARK, csvLine(words), ...lines].join('');
};
