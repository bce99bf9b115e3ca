// KML and GPX: always in longitude and latitude. A document type is refused, since it may define entities that stand for other files or
// for a million times themselves; links to other places of the network are left out and never fetched.

import { gpx, kmlWithFolders } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { decodeText } from 'src/server/geoFiles/decodeText.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type RawFeature,
  type RawFile,
  type RawLayer,
} from 'src/server/geoFiles/geoFile.ts';

/** Deeper folders are no layers of their own. */
const MAX_DEPTH = 20;
/** Elements within each other: more is an attack on whoever walks the tree. */
const MAX_NESTING = 200;

/** The parser takes what is never closed for closed, and a file that was cut off and mended by hand for a whole one. */
const refuseUnbalanced = (text: string): void => {
  const elements = text.replaceAll(/<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->/gu, '');
  let depth = 0;
  for (const [tag, close] of elements.matchAll(/<(\/?)[A-Za-z_](?:[^<>"']|"[^"]*"|'[^']*')*>/gu)) {
    if (close === '/') depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > MAX_NESTING) throw new GeoFileError('damaged');
  }
  if (depth !== 0) throw new GeoFileError('notXml');
};

const parsed = (text: string): Document => {
  const refuse = (): never => {
    throw new GeoFileError('notXml');
  };
  const errorHandler = { warning: () => undefined, error: refuse, fatalError: refuse };
  return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
};

const valueOf = (value: unknown): Json | undefined => {
  // Descriptions that are HTML come with their type.
  if (isRecord(value) && typeof value['value'] === 'string') return value['value'];
  return value as Json | undefined;
};

/** Times of each point of a track are as many as its points, and no value of a column. */
const LEFT_OUT: readonly string[] = ['coordinateProperties'];

const featureOf = ({ geometry, properties }: { geometry: unknown; properties: unknown }): RawFeature => {
  const values: Record<string, Json> = {};
  for (const [name, given] of Object.entries((properties ?? {}) as Values)) {
    const value = valueOf(given);
    if (value !== undefined && !LEFT_OUT.includes(name)) values[name] = value;
  }
  return { geometry: (geometry ?? null) as Json, properties: values };
};

type Folder = ReturnType<typeof kmlWithFolders>;
type Child = Folder['children'][number];

const layersOf = (folder: { readonly children: readonly Child[] }, path: readonly string[]): RawLayer[] => {
  const own = folder.children.flatMap((child) => (child.type === 'Feature' ? [featureOf(child)] : []));
  const others = folder.children.flatMap((child) => {
    if (child.type !== 'folder') return [];
    const { name } = child.meta;
    const within = path.length < MAX_DEPTH && typeof name === 'string' && name !== '' ? [...path, name] : path;
    return layersOf(child, within);
  });
  return own.length === 0 ? others : [{ name: path.join(' / '), features: own }, ...others];
};

const readKml = (document: Document): Omit<RawFile, 'format'> => {
  const layers = layersOf(kmlWithFolders(document, { skipNullGeometry: false }), []);
  const isLinked = document.getElementsByTagName('NetworkLink').length > 0;
  if (isLinked && layers.length === 0) throw new GeoFileError('onlyNetworkLinks');
  return { layers, notes: isLinked ? ['geoFile.networkLinks'] : [] };
};

const readGpx = (document: Document): Omit<RawFile, 'format'> => {
  const byKind = new Map<string, RawFeature[]>();
  for (const feature of gpx(document).features) {
    const { _gpxType: kind, ...properties } = (feature.properties ?? {}) as Record<string, unknown>;
    const name = typeof kind === 'string' ? kind : 'wpt';
    const features = byKind.get(name) ?? [];
    byKind.set(name, features);
    features.push(featureOf({ geometry: feature.geometry, properties }));
  }
  return { layers: [...byKind].map(([name, features]) => ({ name, features })) };
};

const ROOT = /^(?:\s|<\?[^>]*>|<!--[^]*?-->)*<(?:[\w.-]+:)?(kml|gpx)[\s>]/iu;

export const isXml = (text: string): boolean => text.trimStart().startsWith('<');

export const readXml = (bytes: Buffer, encoding?: string): RawFile => {
  if (bytes.length > READ_BOUNDS.xmlBytes)
    throw new GeoFileError('tooLarge', { params: { max: READ_BOUNDS.xmlBytes / 1_048_576 } });
  const decoded = decodeText(bytes, encoding);
  // The encoding is settled; what the first line says about it would be read again.
  const text = decoded.text.replace(/^\ufeff/u, '').trim();
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) throw new GeoFileError('entities');
  const root = ROOT.exec(text.slice(0, 20_000))?.[1]?.toLowerCase();
  if (root === undefined) throw new GeoFileError('unknownKind');
  if (!new RegExp(`</(?:[\\w.-]+:)?${root}\\s*>\\s*(?:<!--[^]*-->\\s*)?$`, 'iu').test(text))
    throw new GeoFileError('truncated');
  refuseUnbalanced(text);
  const document = parsed(text);
  const read = root === 'kml' ? readKml(document) : readGpx(document);
  return { ...read, format: root === 'kml' ? 'KML' : 'GPX', encoding: decoded.encoding };
};
