import { describe, expect, it } from 'vitest';
import { endsBeforeStarts } from 'src/model/schema/endsBeforeStarts.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const { from, to } = registry.types.Loan!.properties;
const faults = (start: string | number | null, end: string | number | null) =>
  endsBeforeStarts({ from: from!, to: to! }, { from: start, to: end });

describe('[FORM-01] errors.endBeforeStart', () => {
  it('is reported at the end, only when both are set and the end is earlier', () => {
    expect(faults('2024-08-05', '2024-08-04')).toEqual([{ path: '/to', message: 'errors.endBeforeStart' }]);
    expect(faults('2024-08-05', '2024-08-05')).toEqual([]);
    expect(faults('2024-08-05', null)).toEqual([]);
    expect(faults(null, '2024-08-05')).toEqual([]);
    expect(faults('17:30', '09:00')).toHaveLength(1);
  });

  it('a year that holds the start is not before it', () => {
    expect(faults('1931-03', '1931')).toEqual([]);
    expect(faults('1931-03', '1930')).toHaveLength(1);
  });

  it('moments are compared as moments, however they are written', () => {
    expect(faults('2024-08-05T10:00:00Z', '2024-08-05T10:00:00.000Z')).toEqual([]);
    expect(faults('2024-08-05T10:00:00-07:00', '2024-08-05T11:00:00Z')).toHaveLength(1);
  });

  it('[RES-01] numbers are compared as numbers', () => {
    expect(faults(9.5, 10)).toEqual([]);
    expect(faults(9, 9)).toEqual([]);
    expect(faults(10, 9.999)).toHaveLength(1);
    expect(faults(0, -1)).toHaveLength(1);
  });
});
