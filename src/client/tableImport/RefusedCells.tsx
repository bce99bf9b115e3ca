// The cells that an import refuses, each with its row, its column and the reason.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { useOutcome } from 'src/client/tableImport/useOutcome.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { ScrollTable } from 'src/client/ui/ScrollTable.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import type { ImportOutcome, ImportSheet, TaskState } from 'src/model/generated/wire.ts';
import 'src/client/ui/cellTable.css';

type RefusedCell = ImportOutcome['refused'][number];

const cellRefusal = (messages: Messages, { message, params }: RefusedCell): string =>
  messages.find(message, params as Record<string, string | number> | undefined) ??
  messages.format('errors.generalFailure');

interface CellsProps {
  readonly task: TaskState;
  /** The table, for the names of its columns; undefined when its file is no longer there. */
  readonly sheet: ImportSheet | undefined;
}

/** Returns the name of the column, or its letter. */
const columnOfCell = ({ column, name }: RefusedCell, sheet: ImportSheet | undefined): string | undefined => {
  const found = sheet?.columns.find((each) => each.column === column);
  return name ?? (found?.name === '' ? found.letter : found?.name);
};

interface CellRowProps extends Pick<CellsProps, 'sheet'> {
  readonly cell: RefusedCell;
}

const CellRow = observer(({ cell, sheet }: CellRowProps) => {
  const messages = useMessages();
  const { row, value } = cell;
  return (
    <tr>
      <th scope="row">{messages.format('importPlaces.row', { n: row })}</th>
      <td>
        <bdi>{columnOfCell(cell, sheet)}</bdi>
      </td>
      <td>
        <bdi>{value}</bdi>
      </td>
      <td>{cellRefusal(messages, cell)}</td>
    </tr>
  );
});

const CELL_HEADINGS = ['row', 'column', 'value', 'reason'] as const;

interface PageProps extends CellsProps {
  /** Row of the last cell of the page before. */
  readonly after?: number;
}

const MoreCells = observer(({ task, sheet, after }: PageProps) => {
  const { answer, failure, again } = useOutcome(task, after);
  const cells =
    answer?.refused.map((cell) => (
      <CellRow key={`${cell.row} ${cell.column} ${cell.message}`} cell={cell} sheet={sheet} />
    )) ?? [];
  return (
    <>
      <tbody>
        {cells}
        {failure !== undefined && (
          <tr>
            <td colSpan={CELL_HEADINGS.length}>
              <BandFailed message="importTable.outcomeFailed" again={() => void again()} />
            </td>
          </tr>
        )}
        {!answer && failure === undefined && (
          <tr>
            <td colSpan={CELL_HEADINGS.length}>
              <Loading />
            </td>
          </tr>
        )}
      </tbody>
      {answer?.more === true && <NextCells task={task} sheet={sheet} after={answer.refused.at(-1)?.row ?? 0} />}
    </>
  );
});

const NextCells = ({ task, sheet, after }: PageProps) => {
  const messages = useMessages();
  const [opened, setOpened] = useState(false);
  if (opened) return <MoreCells task={task} sheet={sheet} {...(after !== undefined && { after })} />;
  return (
    <tbody>
      <tr>
        <td colSpan={CELL_HEADINGS.length}>
          <Button size="small" onClick={() => setOpened(true)}>
            {messages.format('app.showMore')}
          </Button>
        </td>
      </tr>
    </tbody>
  );
};

interface RefusedCellsProps extends CellsProps {
  readonly outcome: ImportOutcome;
}

/** The first page belongs to the outcome that was read already. */
export const RefusedCells = observer(({ task, sheet, outcome }: RefusedCellsProps) => {
  const messages = useMessages();
  if (outcome.refused.length === 0) return null;
  return (
    <section className="kk-stack">
      <h4>{messages.format('importTable.refused')}</h4>
      <ScrollTable
        className="kk-cell-table kk-refused-cells"
        label={messages.format('importTable.refused')}
        headings={CELL_HEADINGS.map((each) => messages.format(`importTable.refused.${each}`))}
      >
        <tbody>
          {outcome.refused.map((cell) => (
            <CellRow key={`${cell.row} ${cell.column} ${cell.message}`} cell={cell} sheet={sheet} />
          ))}
        </tbody>
        {outcome.more && <NextCells task={task} sheet={sheet} after={outcome.refused.at(-1)?.row ?? 0} />}
      </ScrollTable>
    </section>
  );
});
