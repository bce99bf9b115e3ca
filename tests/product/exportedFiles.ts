// Every file that a person can export: each type in each format that fits it and is text, and the databases of places.

import { EXPORT_FORMATS, EXPORT_GROUPS, type ExportFormatName } from 'src/model/generated/exportFormats.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { registry } from 'src/generated/registry.server.ts';
import { filesOf } from 'src/model/schema/paths.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

interface ExportedFiles {
  readonly files: readonly string[];
  /** Their values have no separators, so the ids in them cannot be recognised. */
  readonly databases: readonly string[];
}

export const exportedFiles = async (
  world: Pick<ProductWorld, 'exported' | 'url' | 'tokenOf'>,
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
    for (const format of ['csv' as const, 'json' as const, ...places, ...mapped]) {
      const { status, text } = await exportAnswer(world, actor, { format, query, relationIds: true });
      if (status !== 200) throw new Error(`${status} ${text}`);
      files.push(text);
    }
    if (isPlaced) databases.push(await world.exported(actor, { format: 'gpkg', query }));
  }
  return { files, databases };
};

/** Returns the formats in which records of the type can be exported. */
export const fittingFormats = ({ properties, exports = [] }: ItemType): ExportFormatName[] => {
  const isPlaced = Object.values(properties).some(({ kind }) => isGeometry(kind));
  return EXPORT_FORMATS.filter((format) => {
    const group = EXPORT_GROUPS[format];
    if (group === 'files') return filesOf(properties).length > 0;
    return group === 'places' ? isPlaced : group !== 'mapped' || exports.includes(format);
  });
};

/** Formats whose files are zips. */
const ZIPPED: readonly ExportFormatName[] = ['csvTables', 'filesZip', 'xlsx'];

type Exporting = Pick<ProductWorld, 'url' | 'tokenOf'>;

const exportAnswer = async ({ url, tokenOf }: Exporting, actor: string, request: ExportRequest) => {
  const token = tokenOf(actor);
  const { status, bytes } = await fetch(`${url}/api/export`, {
    method: 'POST',
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  }).then(async (sent) => ({ status: sent.status, bytes: Buffer.from(await sent.arrayBuffer()) }));
  if (status !== 200 || !ZIPPED.includes(request.format)) return { status, text: bytes.toString() };
  const files = readZip(bytes).map(({ content }) => content.toString());
  return { status, text: files.join('\n') };
};

/** Returns the text of an exported file, with that of the files inside a workbook or another zip. */
export const exportedText = async (world: Exporting, actor: string, request: ExportRequest): Promise<string> =>
  (await exportAnswer(world, actor, request)).text;
