// Reference systems that places are commonly given in, by their codes; and how texts of shapefiles are written. Their names are proper names.

interface ReferenceSystem {
  readonly code: string;
  readonly name: string;
}

/** Zones of UTM in Canada and the north of the United States. */
const ZONES = Array.from({ length: 16 }, (_, at) => at + 7);

export const REFERENCE_SYSTEMS: readonly ReferenceSystem[] = [
  { code: 'EPSG:4326', name: 'WGS 84' },
  { code: 'EPSG:4269', name: 'NAD83' },
  { code: 'EPSG:3005', name: 'NAD83 / BC Albers' },
  { code: 'EPSG:3347', name: 'NAD83 / Statistics Canada Lambert' },
  { code: 'EPSG:3978', name: 'NAD83 / Canada Atlas Lambert' },
  { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' },
  ...ZONES.map((zone) => ({ code: `EPSG:${26_900 + zone}`, name: `NAD83 / UTM ${zone}N` })),
  ...ZONES.map((zone) => ({ code: `EPSG:${32_600 + zone}`, name: `WGS 84 / UTM ${zone}N` })),
];

export const TEXT_ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1', 'macintosh', 'ibm850', 'ibm437'] as const;
