// Below the table: how much of it is chosen, and what can be done with that by pointer and touch.

import { observer } from 'mobx-react-lite';
import type { GridCursor } from 'src/client/displays/GridCursor.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/displays.css';

interface TableFootProps {
  readonly cursor: GridCursor;
  readonly copy: () => void;
  readonly edit: () => void;
}

export const TableFoot = observer(({ cursor, copy, edit }: TableFootProps) => {
  const messages = useMessages();
  const { session } = useClient();
  return (
    <p className="kk-display-foot">
      <span className="kk-fill kk-soft">{messages.format('table.chosen', { count: cursor.count })}</span>
      {session.signedIn && (
        <Button size="small" variant="minimal" icon="edit" disabled={cursor.count > 1} onClick={edit}>
          {messages.format('table.edit')}
        </Button>
      )}
      <Button size="small" variant="minimal" icon="duplicate" onClick={copy}>
        {messages.format('table.copy')}
      </Button>
    </p>
  );
});
