// The records that an import changes, each with its cells before and after. A cell that another person has changed since the export shows
// both values.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { ScrollTable } from 'src/client/ui/ScrollTable.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ImportOutcome } from 'src/model/generated/wire.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import 'src/client/ui/cellTable.css';

type Change = ImportOutcome['changes'][number];
type ChangedCell = Change['cells'][number];

const CellText = ({ text }: { readonly text: string | null }) => {
  const messages = useMessages();
  return text === null || text === '' ? (
    <span className="kk-soft">{messages.format('importTable.emptyCell')}</span>
  ) : (
    <bdi>{text}</bdi>
  );
};

interface ChangesProps {
  readonly outcome: ImportOutcome;
  /** Captions of the targets by their paths. */
  readonly captions: ReadonlyMap<string, string>;
}

const ChangedRecord = observer(({ change, captions }: { readonly change: Change } & Omit<ChangesProps, 'outcome'>) => {
  const messages = useMessages();
  const captionOf = ({ path }: ChangedCell): string =>
    captions.get(path) ?? messages.property(typeOfId(change.id), path);
  return change.cells.map((cell, at) => (
    <tr key={cell.path}>
      {at === 0 && (
        <th scope="rowgroup" rowSpan={change.cells.length}>
          <ItemLink id={change.id} />
        </th>
      )}
      <td>{captionOf(cell)}</td>
      <td data-heading={messages.format('importTable.changes.before')}>
        <CellText text={cell.before} />
      </td>
      <td data-heading={messages.format('importTable.changes.after')}>
        <CellText text={cell.after} />
        {cell.theirs !== undefined && (
          <p className="kk-danger">
            {messages.format('importTable.theirs')} <CellText text={cell.theirs} />
          </p>
        )}
      </td>
    </tr>
  ));
});

const CHANGED_COLUMNS = ['record', 'property', 'before', 'after'] as const;

export const ChangedCells = observer(({ outcome, captions }: ChangesProps) => {
  const messages = useMessages();
  const { changes, counts } = outcome;
  if (changes.length === 0) return null;
  const hidden = counts.changed - changes.length;
  return (
    <section className="kk-stack">
      <h4>{messages.format('importTable.changes')}</h4>
      <ScrollTable
        className="kk-cell-table kk-changed-cells"
        label={messages.format('importTable.changes')}
        headings={CHANGED_COLUMNS.map((each) => messages.format(`importTable.changes.${each}`))}
      >
        {changes.map((change) => (
          <tbody key={change.row}>
            <ChangedRecord change={change} captions={captions} />
          </tbody>
        ))}
      </ScrollTable>
      {hidden > 0 && <p className="kk-soft">{messages.format('bulk.andMore', { count: hidden })}</p>}
    </section>
  );
});
