// Beside a person who cannot sign in yet, for whoever may invite them: how the invitation stands, and sending it, after a question.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface AccountAnswer {
  readonly state: string;
  readonly mayInvite: boolean;
}

export const InvitationBand = observer(({ item }: { readonly item: Item }) => {
  const { connection, dialogs, alerts } = useClient();
  const messages = useMessages();
  const { _t, _i } = item;
  const [account, setAccount] = useState<AccountAnswer>();
  useEffect(() => {
    let shown = true;
    connection
      .send('act/accountState', { _t, _i })
      .then((answer) => shown && setAccount(answer as unknown as AccountAnswer))
      .catch(() => shown && setAccount(undefined));
    return () => {
      shown = false;
    };
  }, [connection, _t, _i, item._u]);
  if (!account?.mayInvite || (account.state !== 'NONE' && account.state !== 'INVITED')) return null;
  const apply = account.state === 'NONE' ? 'accounts.invite' : 'accounts.inviteAgain';
  const invite = async (): Promise<void> => {
    const values = { label: item.$label };
    if (!(await dialogs.confirm({ title: apply, message: 'accounts.invite.message', apply, values }))) return;
    const { state } = (await connection.send('act/invite', { _t, _i })) as unknown as AccountAnswer;
    setAccount({ ...account, state });
    alerts.success('accounts.invited');
  };
  return (
    <Band
      actions={
        <Button size="small" onClick={() => void invite().catch((thrown: unknown) => alerts.error(thrown))}>
          {messages.format(apply)}
        </Button>
      }
    >
      {messages.format(`accounts.state.${account.state}`)}
    </Band>
  );
});
