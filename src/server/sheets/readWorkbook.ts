// Reads a workbook or geographic files in a zip: recognises the format by the parts.

import { openZipParts, type ZipParts } from 'src/server/sheets/zipParts.ts';
import { readOds } from 'src/server/sheets/readOds.ts';
import { readXlsx } from 'src/server/sheets/readXlsx.ts';
import { SheetError, type RawTable, type SheetChoices } from 'src/server/sheets/Sheet.ts';

/** Parts by which other files are recognised, and the message for each. */
const FOREIGN_PARTS: readonly (readonly [part: string, key: string])[] = [
  ['xl/workbook.bin', 'isBinaryExcel'],
  ['word/document.xml', 'isText'],
  ['ppt/presentation.xml', 'isText'],
  ['Index/Document.iwa', 'isNumbers'],
  ['Index.zip', 'isNumbers'],
];

const formatOf = (parts: ZipParts): 'XLSX' | 'ODS' => {
  const [, refused] = FOREIGN_PARTS.find(([part]) => parts.has(part)) ?? [];
  if (refused !== undefined) throw new SheetError(refused);
  if (parts.has('[Content_Types].xml')) return 'XLSX';
  if (parts.has('content.xml')) return 'ODS';
  throw new SheetError('nothingInZip');
};

/** Files of a zip with places, which is no workbook. */
const PLACES_PART = /\.(?:shp|kml|gpx|gpkg|geojson)$/u;

/** A zip that is no workbook may contain geographic files. */
export const readZip = async (path: string, choices: SheetChoices): Promise<RawTable> => {
  const parts = await openZipParts(path);
  const isWorkbook = parts.has('[Content_Types].xml') || parts.has('content.xml');
  if (!isWorkbook && parts.names().some((name) => PLACES_PART.test(name)))
    return await (await import('src/server/sheets/placesTable.ts')).readPlacesTable(path, choices);
  return formatOf(parts) === 'XLSX' ? await readXlsx(parts, choices.sheet) : await readOds(parts, choices.sheet);
};
