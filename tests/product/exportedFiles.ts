// Every file that a person can export: each type in each format that fits it and is text, and the databases of places.

import { EXPORT_FORMATS } from 'src/model/generated/exportFormats.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';

interface ExportedFiles {
  readonly files: readonly string[];
  /** Their values have no separators, so the ids in them cannot be recognised. */
  readonly databases: readonly string[];
}

export const exportedFiles = async (
  { exported }: Pick<ProductWorld, 'exported'>,
  actor: string,
  types: readonly string[],
): Promise<ExportedFiles> => {
  const files: string[] = [];
  const databases: string[] = [];
  for (const type of types) {
    const query = { must: { _t: [type] } };
    const { properties = {}, exports = [] } = registry.types[type] ?? {};
    const isPlaced = Object.values(properties).some(({ kind }) => isGeometry(kind));
    const places = isPlaced ? (['geojson', 'kml'] as const) : [];
    const mapped = EXPORT_FORMATS.filter((name) => exports.includes(name));
    for (const format of ['csv' as const, 'json' as const, ...places, ...mapped])
      files.push(await exported(actor, { format, query, relationIds: true }));
    if (isPlaced) databases.push(await exported(actor, { format: 'gpkg', query }));
  }
  return { files, databases };
};
