// One export, from its request to the bytes of the file. Everything that can be refused is refused before the first byte; the rest is
// produced on demand, so that a slow reader costs nothing.

import { Readable } from 'node:stream';
import { isTimeZone } from 'src/model/calendar/dayIn.ts';
import { EXPORT_GROUPS } from 'src/model/generated/exportFormats.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ExportRequest, Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';
import { filesOf } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { hasColumns, hasFiles, isPlaceFormat } from 'src/model/wire/exportGroups.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { attributeNames } from 'src/server/exchange/attributeColumns.ts';
import { columnProperties, geometryPath } from 'src/server/exchange/columnProperties.ts';
import { exportColumns } from 'src/server/exchange/exportColumns.ts';
import { exportPermits } from 'src/server/exchange/exportPermits.ts';
import { createExportSource, foundIds, type ExportAsker, type FoundIds } from 'src/server/exchange/exportSource.ts';
import { exportWords, type ExportWords } from 'src/server/exchange/exportWords.ts';
import { EXPORT_WRITERS } from 'src/server/exchange/generated/exportWriters.ts';
import { createFileNamer } from 'src/server/files/zipNames.ts';

/** Bytes produced in advance. */
const BUFFERED_BYTES = 256 * 1_024;
/** Bytes or characters per chunk, which measure the progress of the reader. */
const CHUNK_SIZE = 64 * 1_024;

/** Returns the end of a part: `to`, or one unit later if `to` would split a surrogate pair. */
const wholeSigns = (text: string, to: number): number =>
  to < text.length && (text.codePointAt(to - 1) ?? 0) > 0xffff ? to + 1 : to;

/** Yields the chunks in parts of limited size, none of them empty. */
async function* inParts(
  chunks: AsyncIterable<string | Uint8Array>,
  { wait }: ExportAsker,
): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length;) {
      const to = typeof chunk === 'string' ? wholeSigns(chunk, from + CHUNK_SIZE) : from + CHUNK_SIZE;
      wait(true);
      yield typeof chunk === 'string' ? chunk.slice(from, to) : chunk.subarray(from, to);
      wait(false);
      from = to;
    }
}

export interface OpenedExport {
  readonly media: string;
  readonly name: string;
  /** Number of items found for the subject. */
  readonly count: number;
  readonly subject: Subject;
  /** Names of the types that were asked for. */
  readonly types: readonly string[];
  readonly content: Readable;
}

const checkRequest = ({ query, ids, zone }: ExportRequest): void => {
  if ((query === undefined) === (ids === undefined)) throw invalidAt('/query', 'errors.required');
  if (query) refuseUnbounded(query);
  if (zone !== undefined && !isTimeZone(zone)) throw invalidAt('/zone', 'errors.invalidChoice');
};

export const exportedTypes = (
  { types }: ServerRegistry,
  { query, ids }: Pick<ExportRequest, 'query' | 'ids'>,
): readonly ServerItemType[] => {
  const named = ids ? ids.map((id) => tryParseItemId(id)?.type) : query?.must?._t;
  const all = Object.values(types);
  if (!named) return all;
  const wanted = new Set<unknown>(named);
  return all.filter(({ name }) => wanted.has(name));
};

const idsGiven = (ids: readonly ItemId[]): FoundIds => {
  const real = [...new Set(ids)].filter((id) => tryParseItemId(id) !== undefined);
  return { count: real.length, idAt: (place) => real[place] ?? '' };
};

const findExported = async (
  { services, gone }: Pick<ExportAsker, 'services' | 'gone'>,
  readFilter: ReadFilter,
  { query = {}, ids }: Pick<ExportRequest, 'query' | 'ids'>,
): Promise<FoundIds> => {
  if (!ids) {
    const { max: _, after: __, facets: ___, labels: ____, times: _____, days: ______, ...asked } = query;
    return foundIds(services.registry, await services.search.found(readFilter, asked as Query, gone));
  }
  // Hidden items of several are omitted; for a single one the answer is the same as for a missing item.
  const { items, database } = services;
  const chosen = idsGiven(ids);
  const visibleLabels = chosen.count === 1 ? await items.labels(database, readFilter, [chosen.idAt(0)]) : undefined;
  if (chosen.count === 0 || visibleLabels?.size === 0)
    throw problem(readFilter.subject.userId === undefined ? 'notAllowed' : 'notFound');
  return chosen;
};

const exportTitle = ({ name }: ExportRequest, types: readonly ServerItemType[], words: ExportWords): string => {
  if (name !== undefined) return name;
  const [type, ...others] = types;
  return type && others.length === 0
    ? words.named(`types.${type.name}.plural`, type.name)
    : words.format('export.name');
};

/** Throws `invalid`, `notAllowed`, `notFound`, `rateLimited` or `timeout`. */
export const openExport = async (asker: ExportAsker, request: ExportRequest): Promise<OpenedExport> => {
  checkRequest(request);
  const { services, readFilterNow, gone } = asker;
  const { registry } = services;
  const readFilter = await readFilterNow();
  const group = EXPORT_GROUPS[request.format];
  const types = exportedTypes(registry, request);
  const places = isPlaceFormat(request.format);
  if (places && !types.some((type) => geometryPath(type) !== undefined))
    throw invalidAt('/format', 'errors.invalidChoice');
  if (group === 'mapped' && !types.some(({ exports = [] }) => exports.includes(request.format)))
    throw invalidAt('/format', 'errors.invalidChoice');
  if (hasFiles(request.format) && !types.some(({ properties }) => filesOf(properties).length > 0))
    throw invalidAt('/format', 'errors.invalidChoice');
  const words = await exportWords(services, request);
  const { subject } = readFilter;
  const found = await findExported(asker, readFilter, request);
  const attributes = await attributeNames({ asker, types, found, request });
  const permits = await exportPermits({ asker, types, found, words, use: request.use });
  const { media, extension = request.format, typed = false, write } = EXPORT_WRITERS[request.format];
  const known = exportColumns({
    registry,
    types,
    subject,
    words,
    request,
    places,
    typed,
    attributes,
    terms: permits.some,
  });
  const columns = hasColumns(request.format) || hasFiles(request.format) ? known : [];
  const title = exportTitle(request, types, words);
  const properties = columnProperties(types, request);
  const source = createExportSource({
    ...{ asker, title, found, types, columns, properties, words, permits },
    forEditing: request.forEditing !== false,
  });
  const content = Readable.from(inParts(write(source), asker), {
    objectMode: false,
    highWaterMark: BUFFERED_BYTES,
    signal: gone,
  });
  // A client that leaves before the stream is read ends it with an error, which would end the process without a listener.
  content.on('error', () => undefined);
  return {
    media,
    ...{ subject, count: found.count, types: types.map((type) => type.name) },
    name: createFileNamer()(`${title}.${extension}`, `export.${extension}`),
    content,
  };
};
