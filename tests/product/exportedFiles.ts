// Every file that a person can export: each type in each format that fits it and is text, and the databases of places.

import { EXPORT_FORMATS, EXPORT_GROUPS, type ExportFormatName } from 'src/model/generated/exportFormats.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

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

/** Returns the formats in which records of the type can be exported. */
export const fittingFormats = ({ properties, exports = [] }: ItemType): ExportFormatName[] => {
  const isPlaced = Object.values(properties).some(({ kind }) => isGeometry(kind));
  return EXPORT_FORMATS.filter((format) => {
    const group = EXPORT_GROUPS[format];
    return group === 'places' ? isPlaced : group !== 'mapped' || exports.includes(format);
  });
};

/** Returns the text of an exported file, with that of the files inside a workbook. */
export const exportedText = async (
  { url, tokenOf }: Pick<ProductWorld, 'url' | 'tokenOf'>,
  actor: string,
  request: ExportRequest,
): Promise<string> => {
  const token = tokenOf(actor);
  const answer = await fetch(`${url}/api/export`, {
    method: 'POST',
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200 || request.format !== 'xlsx') return bytes.toString();
  return readZip(bytes)
    .map(({ content }) => content.toString())
    .join('\n');
};
