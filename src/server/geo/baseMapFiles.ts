// Base maps in files: PMTiles archives in the folder `basemaps` of the data directory. A setting of the site may name one of them; all others
// are base maps by themselves, with the name and the attribution that the archive contains. Read once, by createHttpServer.

import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bytesToHeader, Compression, TileType, type Header } from 'pmtiles';
import { isRecord } from 'src/base/isRecord.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import { baseMapFileName, isFileKind, type FileKind } from 'src/server/baseMaps.ts';
import { ConfigError } from 'src/server/config.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface BaseMapFile {
  readonly file: string;
  readonly path: string;
  readonly kind: FileKind;
  readonly bounds: readonly [number, number, number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly title: string | undefined;
  readonly attribution: string | undefined;
  readonly attributionUrl: string | undefined;
}

const ARCHIVE_HEADER_BYTES = 127;
const BASE_MAP_SIGNATURE = 'PMTiles';
/** Descriptions are some kilobytes long. */
const MOST_METADATA = 10_000_000;
const MAX_ATTRIBUTION = 300;
const TAG_LENGTH = 16;

/** Tag of the content of a file, without reading it: another content has another size or another time. */
export const tagOfBaseMap = ({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): string =>
  sha256(`${size} ${mtimeMs}`).toString('base64url').slice(0, TAG_LENGTH);

const readBytes = (path: string, offset: number, length: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
};

const archiveHeaderOf = (path: string): Header => {
  const bytes = readBytes(path, 0, ARCHIVE_HEADER_BYTES);
  if (
    bytes.length < ARCHIVE_HEADER_BYTES ||
    bytes.toString('latin1', 0, BASE_MAP_SIGNATURE.length) !== BASE_MAP_SIGNATURE
  )
    throw new Error('is not a PMTiles archive');
  return bytesToHeader(new Uint8Array(bytes).buffer);
};

const metadataOf = (path: string, header: Header): Readonly<Record<string, unknown>> => {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header;
  if (jsonMetadataLength === 0 || jsonMetadataLength > MOST_METADATA) return {};
  const bytes = readBytes(path, jsonMetadataOffset, jsonMetadataLength);
  const limit = { maxOutputLength: MOST_METADATA };
  const plain =
    internalCompression === Compression.Gzip
      ? gunzipSync(bytes, limit)
      : internalCompression === Compression.Brotli
        ? brotliDecompressSync(bytes, limit)
        : bytes;
  const metadata = JSON.parse(plain.toString()) as unknown;
  return isRecord(metadata) ? metadata : {};
};

const kindOf = ({ tileType }: Header): FileKind => {
  if (tileType === TileType.Mvt) return 'PMTILES_VECTOR';
  if ([TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif].includes(tileType)) return 'PMTILES_RASTER';
  throw new Error('has tiles of an unknown kind');
};

/** Archives contain their attribution as HTML. */
const attributionText = (html: unknown): string | undefined => {
  if (typeof html !== 'string') return undefined;
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, MAX_ATTRIBUTION);
  return text === '' ? undefined : text;
};

const attributionLinkIn = (html: unknown): string | undefined =>
  typeof html === 'string' ? /href="(https?:\/\/[^"\s]{1,900})"/.exec(html)?.[1] : undefined;

const readBaseMapFile = (folder: string, file: string): BaseMapFile => {
  const path = join(folder, file);
  const header = archiveHeaderOf(path);
  const { name, attribution } = metadataOf(path, header);
  return {
    ...{ file, path, kind: kindOf(header), title: attributionText(name) },
    ...{ attribution: attributionText(attribution), attributionUrl: attributionLinkIn(attribution) },
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    ...{ minZoom: header.minZoom, maxZoom: header.maxZoom },
  };
};

/** Returns the archives of the folder by name. A file that cannot be read is reported and left out. */
export const readBaseMapFiles = (folder: string, warn: (file: string, reason: string) => void): BaseMapFile[] => {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => baseMapFileName.test(name));
  return names.toSorted().flatMap((name) => {
    try {
      return [readBaseMapFile(folder, name)];
    } catch (error) {
      warn(name, error instanceof Error ? error.message : String(error));
      return [];
    }
  });
};

const baseMapAddress = ({ file, path }: BaseMapFile): string =>
  `/basemaps/${encodeURIComponent(file)}?v=${tagOfBaseMap(statSync(path))}`;

const namedFile = (files: readonly BaseMapFile[], { kind, name }: BaseMap, file: string): BaseMapFile => {
  const found = files.find((each) => each.file === file);
  if (!found)
    throw new ConfigError(`SITE_CONFIG cannot be used: basemaps/${file} of the base map “${name}” cannot be read`);
  if (found.kind !== kind)
    throw new ConfigError(`SITE_CONFIG cannot be used: basemaps/${file} of the base map “${name}” is ${found.kind}`);
  return found;
};

const configuredMap = (files: readonly BaseMapFile[], map: BaseMap): BaseMap => {
  if (!isFileKind(map.kind)) return map;
  const { minZoom, maxZoom, bounds, ...found } = namedFile(files, map, map.url);
  const dark =
    map.dark?.url === undefined
      ? {}
      : { dark: { ...map.dark, url: baseMapAddress(namedFile(files, map, map.dark.url)) } };
  return {
    minZoom,
    maxZoom,
    ...map,
    ...dark,
    bounds: [...bounds],
    url: baseMapAddress({ ...found, minZoom, maxZoom, bounds }),
  };
};

const unusedMapName = (wanted: string, used: ReadonlySet<string>): string => {
  let [name, number] = [wanted, 2];
  while (used.has(name)) {
    name = `${wanted} ${number}`;
    number += 1;
  }
  return name;
};

/** Returns the base maps of the settings, and after them those of files that no setting names. */
export const siteBaseMaps = (settings: readonly BaseMap[], files: readonly BaseMapFile[]): BaseMap[] => {
  const named = new Set(
    settings.filter(({ kind }) => isFileKind(kind)).flatMap(({ url, dark }) => [url, dark?.url ?? url]),
  );
  const maps = settings.map((map) => configuredMap(files, map));
  for (const each of files.filter(({ file }) => !named.has(file))) {
    const { file, kind, title = file.replace(/\.pmtiles$/, ''), attribution, attributionUrl } = each;
    const name = unusedMapName(title.replace(/^:+/, ''), new Set(maps.map((map) => map.name)));
    const { bounds, minZoom, maxZoom } = each;
    maps.push({
      ...{
        name,
        kind,
        url: baseMapAddress(each),
        attribution: attribution ?? name,
        bounds: [...bounds],
        minZoom,
        maxZoom,
      },
      ...(attributionUrl === undefined ? {} : { attributionUrl }),
    });
  }
  return maps;
};
