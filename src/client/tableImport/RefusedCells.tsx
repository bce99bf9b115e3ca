// The cells that an import refuses, each with its row, its column and the reason.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { useOutcome } from 'src/client/tableImport/useOutcome.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { ScrollTable } from 'src/client/ui/ScrollTable.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import type { ImportOutcome, TaskState } from 'src/model/generated/wire.ts';

type RefusedCell = ImportOutcome['refused'][number];

const reasonIn = (messages: Messages, { message, params }: RefusedCell): string =>
  messages.find(message, params as Record<string, string | number> | undefined) ??
  messages.format('errors.generalFailure');

const CellRow = observer(({ cell }: { readonly cell: RefusedCell }) => {
  const messages = useMessages();
  const { row, name, value } = cell;
  return (
    <tr>
      <th scope="row">{messages.format('importPlaces.row', { n: row })}</th>
      <td>
        <bdi>{name}</bdi>
      </td>
      <td>
        <bdi>{value}</bdi>
      </td>
      <td>{reasonIn(messages, cell)}</td>
    </tr>
  );
});

const REFUSED_COLUMNS = ['row', 'column', 'value', 'reason'] as const;

interface PageProps {
  readonly task: TaskState;
  /** Row of the last cell of the page before. */
  readonly after?: number;
}

const MoreCells = observer(({ task, after }: PageProps) => {
  const { answer, failure, again } = useOutcome(task, after);
  const cells =
    answer?.refused.map((cell) => <CellRow key={`${cell.row} ${cell.column} ${cell.message}`} cell={cell} />) ?? [];
  return (
    <>
      <tbody>
        {cells}
        {failure !== undefined && (
          <tr>
            <td colSpan={REFUSED_COLUMNS.length}>
              <BandFailed message="importTable.outcomeFailed" again={() => void again()} />
            </td>
          </tr>
        )}
        {!answer && failure === undefined && (
          <tr>
            <td colSpan={REFUSED_COLUMNS.length}>
              <Loading />
            </td>
          </tr>
        )}
      </tbody>
      {answer?.more === true && <NextCells task={task} after={answer.refused.at(-1)?.row ?? 0} />}
    </>
  );
});

const NextCells = ({ task, after }: PageProps) => {
  const messages = useMessages();
  const [opened, setOpened] = useState(false);
  if (opened) return <MoreCells task={task} {...(after !== undefined && { after })} />;
  return (
    <tbody>
      <tr>
        <td colSpan={REFUSED_COLUMNS.length}>
          <Button size="small" onClick={() => setOpened(true)}>
            {messages.format('app.showMore')}
          </Button>
        </td>
      </tr>
    </tbody>
  );
};

/** The first page belongs to the outcome that was read already. */
export const RefusedCells = observer(
  ({ task, outcome }: { readonly task: TaskState; readonly outcome: ImportOutcome }) => {
    const messages = useMessages();
    if (outcome.refused.length === 0) return null;
    return (
      <section className="kk-stack">
        <h4>{messages.format('importTable.refused')}</h4>
        <ScrollTable
          className="kk-refused-cells"
          label={messages.format('importTable.refused')}
          headings={REFUSED_COLUMNS.map((each) => messages.format(`importTable.refused.${each}`))}
        >
          <tbody>
            {outcome.refused.map((cell) => (
              <CellRow key={`${cell.row} ${cell.column} ${cell.message}`} cell={cell} />
            ))}
          </tbody>
          {outcome.more && <NextCells task={task} after={outcome.refused.at(-1)?.row ?? 0} />}
        </ScrollTable>
      </section>
    );
  },
);
