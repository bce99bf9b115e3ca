// Base maps of the site's own settings: what an entry needs to be of use, and which hosts the page's policy lets through for them.
// Called by siteSettings, by config and by the routes of pages.

import type { BaseMap } from 'src/model/generated/wire.ts';
import { expandedHosts } from 'src/model/geo/mapAddress.ts';

/** Kinds whose tiles are in a file of the folder `basemaps`, which `url` names. */
const FILE_KINDS = ['PMTILES_VECTOR', 'PMTILES_RASTER'] as const satisfies BaseMap['kind'][];
export type FileKind = (typeof FILE_KINDS)[number];
export const isFileKind = (kind: BaseMap['kind']): kind is FileKind => FILE_KINDS.some((each) => each === kind);
/** A file of the folder `basemaps`. */
export const baseMapFileName = /^[\p{L}\p{N}][\p{L}\p{N}._ -]*\.pmtiles$/u;

const textSchema = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const NAME_SCHEMA = textSchema(300);
const ADDRESS_SCHEMA = textSchema(1_000);
const ZOOM = { type: 'integer', minimum: 0, maximum: 24 };
const MOST_BASE_MAPS = 20;

/** Closed, as all settings are. baseMapFaults checks which members a kind may have. */
export const BASE_MAPS_SCHEMA = {
  type: 'array',
  maxItems: MOST_BASE_MAPS,
  items: {
    type: 'object',
    properties: {
      name: textSchema(80),
      kind: { enum: ['XYZ', 'WMTS', 'WMS', ...FILE_KINDS] satisfies BaseMap['kind'][] },
      url: ADDRESS_SCHEMA,
      attribution: NAME_SCHEMA,
      attributionUrl: ADDRESS_SCHEMA,
      minZoom: ZOOM,
      maxZoom: ZOOM,
      layer: NAME_SCHEMA,
      matrixSet: NAME_SCHEMA,
      matrixPrefix: NAME_SCHEMA,
      style: { type: 'string', maxLength: 200 },
      format: { enum: ['image/png', 'image/jpeg', 'image/webp'] satisfies BaseMap['format'][] },
      dark: {
        type: 'object',
        properties: { url: ADDRESS_SCHEMA, layer: NAME_SCHEMA, style: { type: 'string', maxLength: 200 } },
        minProperties: 1,
        additionalProperties: false,
      },
    },
    required: ['name', 'kind', 'url', 'attribution'],
    additionalProperties: false,
  },
} as const;

/** Returns the addresses of an entry's pictures in both themes. */
const tileAddresses = ({ url, dark }: BaseMap): readonly string[] => [
  url,
  ...(dark?.url === undefined ? [] : [dark.url]),
];

const addressFault = (address: string): string | undefined => {
  for (const each of expandedHosts(address)) {
    const url = URL.canParse(each) ? new URL(each) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'is not an address of the form https://…';
    if (/[{}]/.test(decodeURIComponent(url.host))) return 'has a placeholder in its host that is not of the form {a-c}';
    if (url.username !== '' || url.password !== '') return 'holds a password, which every reader of the page would see';
  }
  return undefined;
};

const ONE_OF_XYZ = /\{-?y\}/;
const TEMPLATE_OF_WMTS = ['{TileMatrix}', '{TileRow}', '{TileCol}'] as const;

const templateFault = (kind: BaseMap['kind'], address: string): string | undefined => {
  if (kind === 'XYZ')
    return address.includes('{z}') && address.includes('{x}') && ONE_OF_XYZ.test(address)
      ? undefined
      : 'needs {z}, {x} and {y} where the tile is named';
  const named = TEMPLATE_OF_WMTS.filter((part) => address.includes(part)).length;
  if (kind === 'WMTS' && named > 0 && named < TEMPLATE_OF_WMTS.length)
    return `needs all of ${TEMPLATE_OF_WMTS.join(', ')}, or none of them`;
  return undefined;
};

const memberFaults = ({ kind, name, layer, matrixSet, dark, minZoom = 0, maxZoom = 24 }: BaseMap): string[] => [
  ...(name.startsWith(':') ? ['/name begins with a colon'] : []),
  ...(kind === 'PMTILES_VECTOR' && dark !== undefined
    ? ['/dark is not for PMTILES_VECTOR, which has both themes']
    : []),
  ...((kind === 'WMTS' || kind === 'WMS') && layer === undefined ? [`/layer is needed for ${kind}`] : []),
  ...((kind === 'XYZ' || isFileKind(kind)) && layer !== undefined ? [`/layer is not for ${kind}`] : []),
  ...(kind === 'WMTS' && matrixSet === undefined ? ['/matrixSet is needed for WMTS'] : []),
  ...(kind !== 'WMTS' && matrixSet !== undefined ? [`/matrixSet is not for ${kind}`] : []),
  ...(minZoom > maxZoom ? ['/minZoom is above maxZoom'] : []),
];

const baseMapMistakes = (map: BaseMap): string[] => {
  const named = [
    ['/url', map.url] as const,
    ...(map.dark?.url === undefined ? [] : [['/dark/url', map.dark.url] as const]),
  ];
  const ofAddresses = named.flatMap(([at, address]) => {
    const fault = isFileKind(map.kind)
      ? baseMapFileName.test(address)
        ? undefined
        : 'is not the name of a file that ends in .pmtiles'
      : (addressFault(address) ?? templateFault(map.kind, address));
    return fault === undefined ? [] : [`${at} ${fault}`];
  });
  const link = map.attributionUrl === undefined ? undefined : addressFault(map.attributionUrl);
  return [...ofAddresses, ...(link === undefined ? [] : [`/attributionUrl ${link}`]), ...memberFaults(map)];
};

/** One sentence per fault, which names the setting by its JSON pointer. An address is not repeated: it may hold a key. */
export const baseMapFaults = (maps: readonly BaseMap[]): string[] =>
  maps.flatMap((map, at) => {
    const twice = maps.findIndex(({ name }) => name === map.name) < at ? ['/name is that of another base map'] : [];
    return [...twice, ...baseMapMistakes(map)].map((fault) => `/site/baseMaps/${at}${fault}`);
  });

/** Each once, in order: exactly these the policy of the page lets through. */
export const originsOfBaseMaps = (maps: readonly BaseMap[]): string[] => [
  ...new Set(
    maps
      .filter(({ kind }) => !isFileKind(kind))
      .flatMap(tileAddresses)
      .flatMap(expandedHosts)
      .map((address) => new URL(address).origin),
  ),
];
