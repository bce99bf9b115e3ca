// The import of an XLSForm, opened from the list of forms: the person first chooses the program of the new form.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, Dialog, useClient, useMessages, type ListDialogProps } from 'src/client/extend.ts';
import { LiveForm } from 'src/client/extendForms.ts';
import { XlsFormDialog } from 'src/domain/geokeeper/xlsform/xlsFormDialog.client.tsx';
import type { ItemId } from 'src/model/item/Item.ts';

export const XlsFormIntoProgram = observer(({ close }: ListDialogProps) => {
  const { items } = useClient();
  const { format } = useMessages();
  const [program, setProgram] = useState<ItemId>();
  const loaded = program === undefined ? undefined : items.get(program);
  if (loaded?.state === 'ready') return <XlsFormDialog item={loaded.item} close={close} />;
  return (
    <Dialog
      open
      title={format('xlsForm.title')}
      onClose={close}
      footer={<Button onClick={close}>{format('app.cancel')}</Button>}
    >
      <LiveForm
        fields={[
          {
            ...{ name: 'program', label: 'xlsForm.program', kind: 'relation', required: true },
            rel: { to: ['GeoKeeperProgram'], onDelete: 'null' },
          },
        ]}
        values={{ program }}
        set={(changes) => setProgram(typeof changes.program === 'string' ? changes.program : undefined)}
      />
    </Dialog>
  );
});
