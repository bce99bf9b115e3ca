// Reads KML by folders. Styles and linked files are omitted.

import { kmlWithFolders } from '@tmcw/togeojson';
import type { Document } from '@xmldom/xmldom';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { RawFeature, RawLayer } from 'src/server/geoFiles/geoFile.ts';

/** Deeper folders are not separate layers. */
const MAX_FOLDER_DEPTH = 20;

/**
 * Elements of style, from which the library would make columns, and types of columns: without them each value is the text of the file,
 * while the library reads the boolean `0` as true.
 */
export const KML_LEFT_OUT: ReadonlySet<string> = new Set([
  ...['Style', 'StyleMap', 'styleUrl', 'CascadingStyle', 'Icon', 'visibility', 'open', 'LookAt', 'Camera'],
  'Schema',
]);

export interface ReadKml {
  readonly layers: readonly RawLayer[];
  /** Addresses of linked files, as written. */
  readonly links: readonly string[];
}

/** A track has a time for each point, which is not a value of a column. */
const NO_COLUMNS: readonly string[] = ['coordinateProperties', '@geometry-type', 'timespan'];

const columnValue = (value: unknown): Json | undefined => {
  // HTML descriptions are objects with a type.
  if (isRecord(value) && typeof value['value'] === 'string') return value['value'];
  return value as Json | undefined;
};

/** `begin` and `end` of a time span, in addition to the columns of the file. */
const timesIn = (span: unknown): Values => {
  const times = isRecord(span) ? Object.entries(span) : [];
  return Object.fromEntries(times.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};

export const featureFrom = ({ geometry, properties }: { geometry: unknown; properties: unknown }): RawFeature => {
  const placemarkProperties = (properties ?? {}) as Record<string, unknown>;
  const values: Record<string, Json> = { ...timesIn(placemarkProperties['timespan']) };
  for (const [name, value] of Object.entries(placemarkProperties)) {
    const text = columnValue(value);
    if (text !== undefined && !NO_COLUMNS.includes(name)) values[name] = text;
  }
  return { geometry: (geometry ?? null) as Json, properties: values };
};

type Folder = ReturnType<typeof kmlWithFolders>;
type Child = Folder['children'][number];

const isLink = (child: Child): boolean =>
  child.type === 'Feature' && child.properties?.['@geometry-type'] === 'networklink';

const layersOf = (folder: { readonly children: readonly Child[] }, path: readonly string[]): RawLayer[] => {
  const own = folder.children.flatMap((child) =>
    child.type === 'Feature' && !isLink(child) ? [featureFrom(child)] : [],
  );
  const others = folder.children.flatMap((child) => {
    if (child.type !== 'folder') return [];
    const { name } = child.meta;
    const folders = path.length < MAX_FOLDER_DEPTH && typeof name === 'string' && name !== '' ? [...path, name] : path;
    return layersOf(child, folders);
  });
  return own.length === 0 ? others : [{ name: path.join(' / '), features: own }, ...others];
};

const documentName = (document: Document): readonly string[] => {
  const [main] = Array.from(document.getElementsByTagNameNS('*', 'Document'));
  const name = Array.from(main?.childNodes ?? [])
    .find(({ nodeName }) => nodeName === 'name')
    ?.textContent?.trim();
  return name === undefined || name === '' ? [] : [name];
};

/** The layers of a linked document in the same file are prefixed with its name. */
export const readKml = (document: Document, isLinked = false): ReadKml => ({
  layers: layersOf(kmlWithFolders(document, { skipNullGeometry: false }), isLinked ? documentName(document) : []),
  links: Array.from(document.getElementsByTagNameNS('*', 'NetworkLink')).map((link) => {
    const [address] = Array.from(link.getElementsByTagNameNS('*', 'href'));
    return address?.textContent?.trim() ?? '';
  }),
});
