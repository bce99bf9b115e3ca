// Cells of a pasted block that were refused, each with its record, its column, its text and the reason. The others can be pasted.

import { observer } from 'mobx-react-lite';
import { itemName } from 'src/client/navigation/itemName.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { ScrollTable } from 'src/client/ui/ScrollTable.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import 'src/client/ui/cellTable.css';

type ReadRow = Endpoints['readCells']['answer']['rows'][number];

export interface PasteReport {
  readonly type: string;
  /** Properties of the columns, in their order. */
  readonly paths: readonly string[];
  readonly rows: readonly ReadRow[];
  /** Copied rows below the end of the table. */
  readonly beyond: number;
}

interface PasteDialogProps {
  readonly report: PasteReport;
  readonly paste: () => void;
  readonly close: () => void;
}

const MOST_REFUSALS_SHOWN = 100;
const PASTE_HEADINGS = ['record', 'column', 'value', 'reason'] as const;

const refusalText = (messages: Messages, { message, params }: ReadRow['refused'][number]): string =>
  messages.find(message, params as Record<string, string | number> | undefined) ??
  messages.format('errors.generalFailure');

export const PasteDialog = observer(({ report, paste, close }: PasteDialogProps) => {
  const { type, paths, rows, beyond } = report;
  const { items } = useClient();
  const messages = useMessages();
  const refused = rows.flatMap(({ id, refused: cells }) => cells.map((cell) => ({ id: id as ItemId, ...cell })));
  const good = rows.reduce((sum, { set }) => sum + Object.keys(set).length, 0);
  const more = refused.length - MOST_REFUSALS_SHOWN;
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('table.paste.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            variant="solid"
            intent="primary"
            disabled={good === 0}
            onClick={() => {
              close();
              paste();
            }}
          >
            {messages.format('table.paste.apply', { count: good })}
          </Button>
        </>
      }
    >
      {beyond > 0 && <p>{messages.format('table.beyond', { count: beyond })}</p>}
      {refused.length > 0 && <p>{messages.format('table.paste.text', { good, bad: refused.length })}</p>}
      {refused.length > 0 && (
        <ScrollTable
          className="kk-cell-table kk-refused-cells"
          label={messages.format('table.paste.title')}
          headings={PASTE_HEADINGS.map((each) => messages.format(`table.paste.${each}`))}
        >
          <tbody>
            {refused.slice(0, MOST_REFUSALS_SHOWN).map((cell) => (
              <tr key={`${cell.id} ${cell.column} ${cell.message}`}>
                <th scope="row">{itemName(items, messages.format, cell.id)}</th>
                <td>{messages.property(type, paths[cell.column] ?? '')}</td>
                <td>
                  <bdi>{cell.value}</bdi>
                </td>
                <td>{refusalText(messages, cell)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      {more > 0 && <p>{messages.format('table.paste.more', { count: more })}</p>}
    </Dialog>
  );
});
