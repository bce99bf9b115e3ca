// Status of a person's account, for people who may invite: says that the account is blocked or how the invitation was
// answered, sends it after a question, and gives the person rights in an organization, also before they accept.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

const AddMember = lazy(async () => ({ default: (await import('src/client/people/AddMember.tsx')).AddMember }));

type AccountAnswer = Endpoints['accountState']['answer'];

export const InvitationBand = observer(({ item }: { readonly item: Item }) => {
  const { connection, dialogs, alerts, session } = useClient();
  const messages = useMessages();
  const { _t, _i } = item;
  const [adding, setAdding] = useState(false);
  const mayAdd = session.user?.admin === true || (session.user?.adminOrgs ?? []).length > 0;
  // Each save gives a new item object, so changes made elsewhere, for example by its menu, are shown here too.
  const ask = useCallback(
    async (): Promise<AccountAnswer> => await connection.send('act/accountState', { _t: item._t, _i: item._i }),
    [connection, item],
  );
  const { answer: account, again } = useServerData({ of: item.$id, ask });
  if (account?.state === 'BLOCKED') return <Band>{messages.format('accounts.state.BLOCKED')}</Band>;
  if (!account?.mayInvite || (account.state !== 'NONE' && account.state !== 'INVITED')) return null;
  const { invited, until, user } = account;
  const apply = account.state === 'NONE' ? 'accounts.invite' : 'accounts.inviteAgain';
  const invite = async (): Promise<void> => {
    const values = { label: item.$label };
    const message = mayAdd ? 'accounts.invite.message' : 'accounts.invite.messageOnly';
    if (!(await dialogs.confirm({ title: apply, message, apply, values }))) return;
    await connection.send('act/invite', { _t, _i });
    void again();
    alerts.success('accounts.invited');
  };
  return (
    <>
      <Band
        actions={
          <>
            <Button size="small" onClick={() => void invite().catch((thrown: unknown) => alerts.error(thrown))}>
              {messages.format(apply)}
            </Button>
            {mayAdd && user !== undefined && (
              <Button size="small" icon="plus" aria-haspopup="dialog" onClick={() => setAdding(true)}>
                {messages.format('accounts.addMember')}
              </Button>
            )}
          </>
        }
      >
        {invited !== undefined && until !== undefined
          ? messages.format('accounts.invitedUntil', {
              when: formatRelative(messages.intl, invited),
              until: formatDate(messages.intl, until),
            })
          : messages.format(`accounts.state.${account.state}`)}
      </Band>
      {adding && user !== undefined && (
        <Suspense fallback={null}>
          <AddMember person={{ $id: user, name: item.$label }} close={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
});
