// Status of a person's account, for people who may invite: says that the account is blocked or how the invitation was
// answered, sends it after a question, and gives the person rights in an organization, also before they accept.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

const AddMember = lazy(async () => ({ default: (await import('src/client/people/AddMember.tsx')).AddMember }));

type AccountAnswer = Endpoints['accountState']['answer'];

interface StateBandProps {
  readonly account: AccountAnswer;
  readonly label: string;
  readonly mayAdd: boolean;
  readonly invite: () => Promise<void>;
  readonly add: (user: ItemId) => void;
}

/** Shows the state of the account. Empty for a person who can sign in and belongs to an organization. */
const StateBand = ({ account, label, mayAdd, invite, add }: StateBandProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const { state, mayInvite, invited, until, user, isMember } = account;
  if (state === 'BLOCKED') return <Band>{messages.format('accounts.state.BLOCKED')}</Band>;
  const isWaiting = mayInvite && (state === 'NONE' || state === 'INVITED');
  const isOutside = mayAdd && state !== 'NONE' && state !== 'INVITED' && isMember === false;
  if (!isWaiting && !isOutside) return null;
  return (
    <Band
      actions={
        <>
          {isWaiting && (
            <Button size="small" onClick={() => void invite().catch((thrown: unknown) => alerts.error(thrown))}>
              {messages.format(state === 'NONE' ? 'accounts.invite' : 'accounts.inviteAgain')}
            </Button>
          )}
          {mayAdd && user !== undefined && (
            <Button size="small" icon="plus" aria-haspopup="dialog" onClick={() => add(user)}>
              {messages.format('accounts.addMember')}
            </Button>
          )}
        </>
      }
    >
      {isOutside
        ? messages.format('accounts.state.outside', { label })
        : invited !== undefined && until !== undefined
          ? messages.format('accounts.invitedUntil', {
              when: formatRelative(messages.intl, invited),
              until: formatDate(messages.intl, until),
            })
          : messages.format(`accounts.state.${state}`)}
    </Band>
  );
};

export const InvitationBand = observer(({ item }: { readonly item: Item }) => {
  const { connection, dialogs, alerts, session } = useClient();
  const { _t, _i } = item;
  const [adding, setAdding] = useState<ItemId>();
  const mayAdd = session.user?.admin === true || (session.user?.adminOrgs ?? []).length > 0;
  // Each save gives a new item object, so changes made elsewhere, for example by its menu, are shown here too.
  const ask = useCallback(
    async (): Promise<AccountAnswer> => await connection.send('act/accountState', { _t: item._t, _i: item._i }),
    [connection, item],
  );
  const { answer: account, again } = useServerData({ of: item.$id, ask });
  const dialog = adding !== undefined && (
    <Suspense fallback={null}>
      <AddMember person={{ $id: adding, name: item.$label }} close={() => setAdding(undefined)} />
    </Suspense>
  );
  const invite = async (): Promise<void> => {
    const values = { label: item.$label };
    const message = mayAdd ? 'accounts.invite.message' : 'accounts.invite.messageOnly';
    const apply = account?.state === 'INVITED' ? 'accounts.inviteAgain' : 'accounts.invite';
    if (!(await dialogs.confirm({ title: apply, message, apply, values }))) return;
    await connection.send('act/invite', { _t, _i });
    void again();
    alerts.success('accounts.invited');
  };
  return (
    <>
      {account && <StateBand {...{ account, mayAdd, invite }} label={item.$label} add={setAdding} />}
      {dialog}
    </>
  );
});
