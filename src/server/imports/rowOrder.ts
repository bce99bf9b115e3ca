// Orders the rows of a table so that a record comes before the records that name it, wherever its row is. The name of a record is read from
// the column of its title, or of the property by which the relation is matched.

import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { cellText } from 'src/server/imports/cellTexts.ts';
import type { ImportPlan, PlannedColumn } from 'src/server/imports/importPlan.ts';
import { MATCH_LABEL } from 'src/server/imports/importTargets.ts';
import { isIdText } from 'src/server/imports/relatedCells.ts';
import { convertYielding } from 'src/server/imports/rowDrafts.ts';
import { valueTexts, type CellFault, type RowDraft } from 'src/server/imports/rowDraft.ts';
import { foldedName, ownColumns } from 'src/server/imports/rowNames.ts';
import { collectFitting, collectRows, type RowOfItem } from 'src/server/imports/rowGroups.ts';
import type { ReadSheet } from 'src/server/sheets/sheets.ts';
import { ROWS_AT_ONCE } from 'src/server/tasks/runBulk.ts';

interface RowOrder {
  readonly rows: readonly RowOfItem[];
  /** Rows that name each other in a circle. */
  readonly circles: RowCircles;
}

/** Row that each row of a circle names, with the name, by the number of the row. */
export type RowCircles = ReadonlyMap<number, { readonly row: number; readonly names: ReadonlySet<string> }>;

export const NO_CIRCLES: RowCircles = new Map();

/** Returns the column with the names by which the relation finds records of this table. */
const nameColumn = ({ columns, type }: ImportPlan, { match = MATCH_LABEL }: PlannedColumn) => {
  const path = match === MATCH_LABEL ? soleTemplatePath(type.view.title) : match;
  return columns.find(({ to }) => path !== undefined && to === path);
};

interface NamedColumn {
  readonly column: PlannedColumn;
  readonly named: PlannedColumn;
}

const namedColumns = (plan: ImportPlan): readonly NamedColumn[] =>
  ownColumns(plan).flatMap((column) => {
    const named = nameColumn(plan, column);
    return named ? [{ column, named }] : [];
  });

/** Returns true for a plan whose rows can name each other. */
const isOrdered = (plan: ImportPlan): boolean => namedColumns(plan).length > 0;

const rowsByName = async (
  rows: readonly RowOfItem[],
  columns: readonly NamedColumn[],
): Promise<ReadonlyMap<string, readonly RowOfItem[]>> => {
  const found = new Map<string, RowOfItem[]>();
  await convertYielding(rows, (row) => {
    for (const { column, named } of columns) {
      const name = cellText(row.cells[named.column]);
      if (name === '') continue;
      const key = foldedName(column, name);
      const known = found.get(key);
      if (known) known.push(row);
      else found.set(key, [row]);
    }
  });
  return found;
};

interface Visit {
  readonly row: RowOfItem;
  /** Rows that it names and that were not visited from here. */
  readonly named: RowOfItem[];
}

/** Rows of a path from the repeated one on, each with the row that it names. */
type Circle = readonly (readonly [row: RowOfItem, named: RowOfItem])[];

const circleOf = (path: readonly Visit[], repeated: RowOfItem): Circle => {
  const visits = path.slice(path.findIndex(({ row }) => row === repeated));
  return visits.map(({ row }, at) => [row, visits[at + 1]?.row ?? repeated]);
};

const visitRows = (
  rows: readonly RowOfItem[],
  namedBy: ReadonlyMap<RowOfItem, readonly RowOfItem[]>,
): { readonly rows: readonly RowOfItem[]; readonly circles: readonly Circle[] } => {
  const ordered: RowOfItem[] = [];
  const state = new Map<RowOfItem, 'open' | 'done'>();
  const circles: Circle[] = [];
  const path: Visit[] = [];
  const enter = (row: RowOfItem): void => {
    state.set(row, 'open');
    path.push({ row, named: (namedBy.get(row) ?? []).toReversed() });
  };
  for (const start of rows) {
    if (!state.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.named.pop();
      if (next === undefined) {
        state.set(top.row, 'done');
        ordered.push(top.row);
        path.pop();
      } else if (!state.has(next)) enter(next);
      else if (state.get(next) === 'open' && next !== top.row) circles.push(circleOf(path, next));
    }
  }
  return { rows: ordered, circles };
};

/** Keeps the order of the table as far as no row names a later one. */
const orderedByNames = async (rows: readonly RowOfItem[], plan: ImportPlan): Promise<RowOrder> => {
  const columns = namedColumns(plan);
  const byName = await rowsByName(rows, columns);
  const namesIn = (row: RowOfItem): readonly string[] =>
    columns.flatMap(({ column }) =>
      valueTexts(column, row.cells[column.column])
        .filter((text) => column.related && !isIdText(text, column.related))
        .map((text) => foldedName(column, text)),
    );
  const pairs = await convertYielding(rows, (row) => {
    const named = namesIn(row).flatMap((name) => byName.get(name) ?? []);
    return named.length > 0 ? [[row, named] as const] : [];
  });
  const { rows: ordered, circles } = visitRows(rows, new Map(pairs.flat()));
  const namesOf = (row: RowOfItem, named: RowOfItem): ReadonlySet<string> =>
    new Set(namesIn(row).filter((name) => byName.get(name)?.includes(named)));
  const known = circles
    .flat()
    .map(([row, named]) => [row.row, { row: named.row, names: namesOf(row, named) }] as const);
  return { rows: ordered, circles: new Map(known) };
};

interface TablePart {
  readonly rows: readonly RowOfItem[];
  readonly circles: RowCircles;
}

/** Yields the rows in the order in which they are settled. The order is the same whenever the table is read. */
export async function* tableParts(plan: ImportPlan, sheet: ReadSheet): AsyncGenerator<TablePart> {
  const isGrouped = plan.kind.entries !== undefined || plan.places !== undefined;
  const isNaming = isOrdered(plan);
  let others = isGrouped || isNaming ? undefined : sheet.rows();
  if (!others) {
    const collected = isGrouped ? undefined : await collectFitting(sheet.rows());
    const rows = collected?.rows ?? (await collectRows(sheet.rows(), plan));
    const ordered = isNaming ? await orderedByNames(rows, plan) : { rows, circles: NO_CIRCLES };
    for (let from = 0; from < ordered.rows.length; from += ROWS_AT_ONCE)
      yield { ...ordered, rows: ordered.rows.slice(from, from + ROWS_AT_ONCE) };
    others = collected?.others;
  }
  if (others) for await (const rows of others) yield { rows, circles: NO_CIRCLES };
}

/** Says of a name that was not found that its row names this one in turn. */
export const withCircleFaults = (draft: RowDraft, plan: ImportPlan, circles: RowCircles): RowDraft => {
  const circle = circles.get(draft.row);
  if (!circle) return draft;
  const isCircular = ({ message, column: at, params }: CellFault): boolean =>
    message === 'import.noRecord' &&
    plan.columns.some(
      (column) => column.column === at && circle.names.has(foldedName(column, String(params?.['value']))),
    );
  const faults = draft.faults.map((fault) =>
    isCircular(fault)
      ? { ...fault, message: 'import.rowsInCircle', params: { ...fault.params, row: circle.row } }
      : fault,
  );
  return { ...draft, faults };
};
