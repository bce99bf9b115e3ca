// Asks which of two values stays; the records that use the other one follow as a task.

import { HTMLSelect } from '@blueprintjs/core';
import { useId, useState } from 'react';
import type { ValueList } from 'src/client/lists/useValueList.ts';
import { valueRowLabel, type ValueRow } from 'src/client/lists/valueRows.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface MergeProps {
  readonly list: ValueList;
  readonly rows: readonly ValueRow[];
  readonly row: ValueRow;
  readonly close: () => void;
}

export const MergeDialog = ({ list, rows, row, close }: MergeProps) => {
  const messages = useMessages();
  const id = useId();
  const others = rows.filter((each) => each.key !== row.key && !each.archived);
  const [into, setInto] = useState('');
  const name = valueRowLabel(row, messages.intl.locale);
  return (
    <Dialog
      open
      title={messages.format('valueLists.mergeTitle', { name })}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            variant="solid"
            intent="primary"
            disabled={into === ''}
            onClick={() => void list.merge(row, into).then(close)}
          >
            {messages.format('valueLists.mergeApply')}
          </Button>
        </>
      }
    >
      <p>{messages.format('valueLists.mergeHint', { name })}</p>
      <label htmlFor={id}>{messages.format('valueLists.mergeInto')}</label>
      <HTMLSelect id={id} fill value={into} onChange={(event) => setInto(event.target.value)}>
        <option value="">{messages.format('forms.choose')}</option>
        {others.map((each) => (
          <option key={each.key} value={each.key}>
            {valueRowLabel(each, messages.intl.locale)}
          </option>
        ))}
      </HTMLSelect>
    </Dialog>
  );
};
