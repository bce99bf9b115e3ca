// Turns a geographic file into a table: one row for each feature, with its geometry as GeoJSON in the first column and its attributes in the
// others. Imports of tables read it like any other table.

import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import { checkRows } from 'src/server/geoFiles/checkRows.ts';
import { closeFiles } from 'src/server/geoFiles/closeFiles.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import { createGeoPreview } from 'src/server/geoFiles/geoPreview.ts';
import { readByContent } from 'src/server/geoFiles/readByContent.ts';
import type { RawTable, SheetCell, SheetChoices, SheetProblem, SheetRow } from 'src/server/sheets/Sheet.ts';

/** Captions of the columns that are no attributes. */
export const GEOMETRY_COLUMN = 'geometry';
const LAYER_COLUMN = 'layer';
/** An attribute of the same name keeps its values in a column of its own. */
const ATTRIBUTE = ' (attribute)';

/** Captions of the columns, in the order in which they are found. */
const createCaptions = (fixed: readonly string[]) => {
  const names = [...fixed];
  const positions = new Map<string, number>();
  return {
    names: () => names,
    positionOf(attribute: string): number {
      const known = positions.get(attribute);
      if (known !== undefined) return known;
      names.push(fixed.includes(attribute) ? attribute + ATTRIBUTE : attribute);
      positions.set(attribute, names.length - 1);
      return names.length - 1;
    },
  };
};

type Captions = ReturnType<typeof createCaptions>;

const shapeProblem = ({ message, params = {} }: GeometryFault): SheetProblem => {
  const texts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) texts[name] = typeof value === 'number' ? value : String(value);
  return { column: 0, message, params: texts };
};

const tableRow = (
  { n, geometry, properties, fault }: GeoRow,
  layer: readonly string[],
  captions: Captions,
): SheetRow => {
  const cells: SheetCell[] = [geometry && JSON.stringify(geometry), ...layer];
  for (const [name, value] of Object.entries(properties)) cells[captions.positionOf(name)] = value;
  return {
    row: n,
    cells: Array.from(cells, (cell) => cell ?? null),
    ...(fault && { problems: [shapeProblem(fault)] }),
  };
};

/** Throws `GeoFileError` when the file cannot be read. */
export const readPlacesTable = async (path: string, choices: SheetChoices): Promise<RawTable> => {
  const { crs, encoding, layers: chosen } = choices;
  closeFiles();
  const places: GeoRow[] = [];
  const options = { crs, encoding };
  const preview = createGeoPreview();
  const summary = checkRows(await readByContent(path, options), (row) => {
    places.push(row);
    preview.add(row);
  });
  const { layers, format, encoding: found, notes } = summary;
  const hasLayers = layers.length > 1;
  const captions = createCaptions(hasLayers ? [GEOMETRY_COLUMN, LAYER_COLUMN] : [GEOMETRY_COLUMN]);
  const nameOf = ({ layer }: GeoRow): string => layers[layer]?.name ?? '';
  const rows = (function* () {
    for (const place of places)
      if (!chosen || chosen.includes(nameOf(place))) yield tableRow(place, hasLayers ? [nameOf(place)] : [], captions);
  })();
  return {
    ...{ format, sheets: [], encoding: found, places: 0, names: captions.names, rows, notes: () => notes },
    preview: preview.result(summary),
  };
};
