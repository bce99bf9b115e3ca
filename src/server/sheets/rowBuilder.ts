// Builds the rows of a sheet while its XML is parsed. Repeated rows are created when they are taken, so that a short file that repeats a row
// a million times uses no memory.

import {
  SHEET_BOUNDS,
  SheetError,
  type SheetProblem,
  type SheetRow,
  type SheetValue,
} from 'src/server/sheets/Sheet.ts';

export interface BuiltCell {
  readonly value: SheetValue;
  readonly problem?: Omit<SheetProblem, 'column'>;
}

interface BuiltRow extends SheetRow {
  readonly times: number;
}

export const createRowBuilder = () => {
  const finished: BuiltRow[] = [];
  let cells: SheetValue[] = [];
  let problems: SheetProblem[] = [];
  let row = 0;
  let next = 0;
  let last = 0;
  return {
    /** Begins a row: with its number if the file declares it. */
    begin(number?: number): void {
      row = number ?? last + 1;
      [cells, problems, next] = [[], [], 0];
    },
    /** Adds a cell at the position, or after the last one. A row may repeat it. */
    add({ value, problem }: BuiltCell, at = next, times = 1): void {
      next = at + times;
      if (value === null) return;
      if (next > SHEET_BOUNDS.columns)
        throw new SheetError('tooManyColumns', { params: { max: SHEET_BOUNDS.columns, row } });
      for (let column = at; column < next; column++) {
        while (cells.length < column) cells.push(null);
        cells[column] = value;
        if (problem) problems.push({ column, ...problem });
      }
    },
    end(times = 1): void {
      last = row + times - 1;
      if (cells.length > 0) finished.push({ row, cells, times, ...(problems.length > 0 && { problems }) });
    },
    /** Returns the finished rows, each once. */
    *take(): Generator<SheetRow> {
      for (const { times, ...built } of finished.splice(0))
        for (let at = 0; at < times; at++) yield { ...built, row: built.row + at };
    },
  };
};
