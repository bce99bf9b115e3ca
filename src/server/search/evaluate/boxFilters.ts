// Compiles filters by the boxes of the geometries of a row.

import type { Box } from 'src/model/geo/box.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import { hasBit } from 'src/server/search/columns/bits.ts';
import type { BoxTest } from 'src/server/search/columns/PlaceColumn.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { NO_ROW, type RowFilter } from 'src/server/search/evaluate/rowFilter.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import { rowsOfNumbers, type ValuePlan } from 'src/server/search/evaluate/valueFilters.ts';

const anywhere: BoxTest = () => true;

export const compilePlaced = (scope: Scope, table: Table, { props }: ValuePlan<'placed'>): RowFilter => {
  const tests = props.flatMap(
    (prop) => table.places.get(prop)?.test(scope.readable, { place: anywhere, cell: anywhere }) ?? [],
  );
  return { by: 'test', test: (row) => tests.some((test) => test(row)) };
};

const anyPlace = (
  scope: Scope,
  table: Table,
  passes: { readonly place: BoxTest; readonly cell: BoxTest },
): RowFilter => {
  const tests = [...table.places.values()].map((column) => column.test(scope.readable, passes));
  const [only, second] = tests;
  if (!only) return NO_ROW;
  return { by: 'test', test: second ? (row) => tests.some((test) => test(row)) : only };
};

export const compileBoxes = (scope: Scope, table: Table, { boxes }: ValuePlan<'boxes'>): RowFilter => {
  const meets: BoxTest = (west, south, east, north) =>
    boxes.some((box) => west <= box[2] && east >= box[0] && south <= box[3] && north >= box[1]);
  return anyPlace(scope, table, { place: meets, cell: meets });
};

export const compileAreas = (scope: Scope, table: Table, { areas, onEdge }: ValuePlan<'areas'>): RowFilter => {
  const prepared = areas.map(prepareArea);
  const meeting = rowsOfNumbers(table, onEdge);
  const relation = (box: Box): 'outside' | 'inside' | 'crosses' => {
    const found = prepared.map((area) => area.boxRelation(box));
    return found.find((each) => each === 'inside') ?? found.find((each) => each === 'crosses') ?? 'outside';
  };
  return anyPlace(scope, table, {
    place: (west, south, east, north, row) => {
      const found = relation([west, south, east, north]);
      return found === 'inside' || (found === 'crosses' && hasBit(meeting, row));
    },
    // The general form equals its box.
    cell: (west, south, east, north) => relation([west, south, east, north]) !== 'outside',
  });
};
