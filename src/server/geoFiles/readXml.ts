// Reads KML, KMZ and GPX, always in longitude and latitude. A document type is refused, since it may define entities for files or for
// exponential expansion; links to the network are never followed.

import { posix } from 'node:path';
import { DOMParser, type Document } from '@xmldom/xmldom';
import { decodeText } from 'src/server/geoFiles/decodeText.ts';
import { GeoFileError, READ_BOUNDS, type RawFile, type RawLayer } from 'src/server/geoFiles/geoFile.ts';
import { readGpx } from 'src/server/geoFiles/readGpx.ts';
import { KML_LEFT_OUT, readKml } from 'src/server/geoFiles/readKml.ts';
import { scanXml } from 'src/server/geoFiles/scanXml.ts';

const parsedDocument = (text: string): Document => {
  try {
    const onError = (level: string, message: string): void => {
      if (level !== 'warning') throw new Error(message);
    };
    return new DOMParser({ onError, locator: false }).parseFromString(text, 'text/xml');
  } catch {
    throw new GeoFileError('notXml');
  }
};

interface ReadDocument {
  readonly file: RawFile;
  readonly links: readonly string[];
}

const readXmlDocument = (bytes: Buffer, chosen: string | undefined, isLinked = false): ReadDocument => {
  if (bytes.length > READ_BOUNDS.xmlBytes)
    throw new GeoFileError('tooLarge', { params: { max: READ_BOUNDS.xmlBytes / 1_048_576 } });
  const { text, encoding } = decodeText(bytes, chosen);
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) throw new GeoFileError('entities');
  const scanned = scanXml(text.replace(/^\ufeff/u, '').trim(), (root) => (root === 'kml' ? KML_LEFT_OUT : undefined));
  if (scanned.root === 'gpx') {
    const layers = readGpx(parsedDocument(scanned.text));
    return { file: { format: 'GPX', layers, encoding }, links: [] };
  }
  if (scanned.root !== 'kml') throw new GeoFileError('unknownKind');
  const { layers, links } = readKml(parsedDocument(scanned.text), isLinked);
  return { file: { format: 'KML', layers, encoding }, links };
};

const withoutLinked = (file: RawFile, isLinked: boolean): RawFile => {
  if (isLinked && file.layers.length === 0) throw new GeoFileError('onlyNetworkLinks');
  return { ...file, notes: isLinked ? ['geoFile.networkLinks'] : [] };
};

export const isXml = (text: string): boolean => text.startsWith('<');

export const readXml = (bytes: Buffer, encoding?: string): RawFile => {
  const { file, links } = readXmlDocument(bytes, encoding);
  return withoutLinked(file, links.length > 0);
};

/** Returns the main document of a KMZ: `doc.kml` by convention, otherwise the first one. */
const mainOf = (names: readonly string[]): string =>
  names.find((name) => /(?:^|\/)doc\.kml$/iu.test(name)) ?? names[0] ?? '';

/** Returns the name in the zip of a linked document. */
const nameOfLinked = (from: string, link: string): string => posix.normalize(posix.join(posix.dirname(from), link));

/** Reads the main document of a KMZ and its linked documents. */
export const readKmz = (documents: ReadonlyMap<string, Buffer>, encoding?: string): RawFile => {
  const layers: RawLayer[] = [];
  const waiting = [mainOf([...documents.keys()])];
  const known = new Set(waiting);
  let first: RawFile | undefined;
  let isLinked = false;
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { file, links } = readXmlDocument(documents.get(name) ?? Buffer.alloc(0), encoding, first !== undefined);
    first ??= file;
    layers.push(...file.layers);
    for (const link of links) {
      const target = nameOfLinked(name, link);
      if (!documents.has(target)) isLinked = true;
      else if (!known.has(target)) {
        known.add(target);
        waiting.push(target);
      }
    }
  }
  return withoutLinked({ format: 'KMZ', encoding: first?.encoding, layers }, isLinked);
};
