// The table of refused rows, with any content of a file.
import { expect, it } from 'vitest';
import { READ_BOUNDS } from 'src/server/geoFiles/geoFile.ts';
import { refusedCsv, type FormatMessage, type RefusedRow } from 'src/server/geoFiles/refusedRows.ts';

const format: FormatMessage = (id, values) =>
  ({ 'geoFile.tooFar': `${String(values?.['count'])} is too far.`, 'geoFile.table.reason': 'Why' })[id];

it('[SPAT-01] a table of refused rows says why, and is no wider than a layer where each row has attributes of its own', () => {
  const rows = Array.from({ length: 200 }, (_, at): RefusedRow => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_own, own) => [`${at}-${own}`, own]));
    return { n: at + 1, layer: 'roads', fault: { message: 'geoFile.tooFar', params: { count: at } }, properties };
  });
  const lines = refusedCsv(rows, format).toString().trim().split('\r\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([3 + READ_BOUNDS.columns]));
  expect(lines[0]).toContain('Why');
  expect(lines[2]).toMatch(/^2,roads,1 is too far\.,/);
});
