// Asks the administrators of an item's owner for access, in the person's own words. They are notified, and may grant it on the item.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';

const ACCESS_FIELDS: readonly FormField[] = [
  { name: 'reason', label: 'cells.why.reason', kind: 'longText', required: true, maxLength: 2000 },
];

export const AskAccess = observer(({ item }: { readonly item: Item }) => {
  const { connection, session } = useClient();
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({}));
  const [isSent, setSent] = useState(false);
  // A person who acts for another asks for no rights in their name.
  if (session.user?.masquerading === true) return null;
  if (isSent) return <p role="status">{messages.format('cells.why.asked')}</p>;
  const ask = async (reason: string): Promise<void> => {
    await connection.send('act/askAccess', { _t: item._t, _i: item._i, reason });
    setSent(true);
  };
  return (
    <ValuesForm
      model={model}
      fields={ACCESS_FIELDS}
      submit={({ reason }) => ask(String(reason))}
      buttons={
        <Button size="small" type="submit" loading={model.busy}>
          {messages.format('cells.why.ask')}
        </Button>
      }
    />
  );
});
