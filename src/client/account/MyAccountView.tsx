// "My account": appearance and language of the site, the person's password, the open sessions, and the second factor.

import type { AnswerAt } from 'src/model/wire/endpointAt.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { Suspense, useCallback, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { OfflinePart } from 'src/client/account/OfflinePart.tsx';
import { OwnChoices } from 'src/client/account/OwnChoices.tsx';
import { OwnFeeds } from 'src/client/account/OwnFeeds.tsx';
import { OwnFactors } from 'src/client/account/OwnFactors.tsx';
import { currentPassword, NEW_PASSWORD } from 'src/client/account/PasswordFields.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import { useAccountForm } from 'src/client/forms/useAccountForm.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

interface OwnSession {
  readonly session: string;
  readonly seen: string;
  readonly device: string | null;
  readonly current: boolean;
}

export type OwnAccount = Endpoints['ownAccount']['answer'];

type OwnEndpoint =
  | ('ownAccount' | 'changePassword' | 'endSessions' | 'addTotp' | 'confirmTotp' | 'addPasskey' | 'confirmPasskey')
  | ('removeSecondFactor' | 'newRecoveryCodes' | 'endCalendarFeed');

export type AskOwn = <N extends OwnEndpoint>(name: N, input: Endpoints[N]['input']) => Promise<AnswerAt<`act/${N}`>>;

/** The account as the server has it, and how to ask for a change of it. */
const useOwnAccount = () => {
  const { connection, session } = useClient();
  const user = session.user;
  const ask: AskOwn = useCallback(
    (name, input) => connection.send(`act/${name}`, Object.assign({ _t: user?._t ?? '', _i: user?._i ?? 0 }, input)),
    [connection, user?._t, user?._i],
  );
  const read = useCallback(() => ask('ownAccount', {}), [ask]);
  const { answer: account, failure, again: refresh } = useServerData(user && { of: user.$id, ask: read });
  return { account, failure, ask, refresh };
};

const PASSWORDS: readonly FormField[] = [currentPassword('myAccount.current'), NEW_PASSWORD];

const PasswordPart = observer(({ ask, refresh }: { readonly ask: AskOwn; readonly refresh: () => Promise<void> }) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({}));
  const change = async ({ current, password }: Values): Promise<void> => {
    await ask('changePassword', { current: String(current), password: String(password) });
    alerts.success('myAccount.changed');
    model.set({});
    await refresh();
  };
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('myAccount.password')}</h3>
      <ValuesForm
        className="kk-account"
        model={model}
        fields={PASSWORDS}
        submit={change}
        buttons={
          <Button type="submit" loading={model.busy}>
            {messages.format('myAccount.change')}
          </Button>
        }
      />
    </section>
  );
});

interface SessionsPartProps {
  readonly sessions: readonly OwnSession[];
  readonly ask: AskOwn;
  readonly refresh: () => Promise<void>;
}

const SessionsPart = ({ sessions, ask, refresh }: SessionsPartProps) => {
  const messages = useMessages();
  const form = useAccountForm();
  const end = (input: Readonly<Record<string, Json>>): void =>
    void form.run(async () => {
      await ask('endSessions', input);
      await refresh();
    });
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('myAccount.sessions')}</h3>
      <AccountFailure failure={form.failure} />
      <ul className="kk-account-list">
        {sessions.map(({ session, seen, device, current }) => (
          <li key={session}>
            <span>
              {device ?? messages.format('myAccount.unknownDevice')}
              <span className="kk-soft">
                {' '}
                {messages.format('myAccount.lastSeen')} <When at={seen} />
              </span>
            </span>
            {current ? (
              <strong>{messages.format('myAccount.thisSession')}</strong>
            ) : (
              <Button size="small" disabled={form.busy} onClick={() => end({ session })}>
                {messages.format('myAccount.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button loading={form.busy} onClick={() => end({})}>
          {messages.format('myAccount.endOthers')}
        </Button>
      )}
    </section>
  );
};

const Parts = () => {
  const { domain } = useClient();
  const { account, failure, ask, refresh } = useOwnAccount();
  if (!account)
    return failure === undefined ? (
      <Loading />
    ) : (
      <div className="kk-cell-body">
        <PartFailed message="cells.failed" failure={failure} again={refresh} />
      </div>
    );
  return (
    <div className="kk-cell-scroll">
      <div className="kk-cell-body kk-account-page">
        {failure !== undefined && <PartFailed message="cells.stale" failure={failure} again={refresh} />}
        <OwnChoices languages={account.languages} />
        <OfflinePart />
        <PasswordPart ask={ask} refresh={refresh} />
        <OwnFactors account={account} ask={ask} refresh={refresh} />
        <SessionsPart sessions={account.sessions} ask={ask} refresh={refresh} />
        <OwnFeeds feeds={account.feeds ?? []} ask={ask} refresh={refresh} />
        {domain.accountParts?.map(({ key, component: Part }) => (
          <Suspense key={key} fallback={null}>
            <Part />
          </Suspense>
        ))}
      </div>
    </div>
  );
};

export const MyAccountView = observer(() => {
  const { session } = useClient();
  const messages = useMessages();
  const title = messages.format('views.my-account');
  if (!session.user) return <Loading />;
  if (session.user.masquerading) return <RefusedView title={title}>{messages.format('errors.notAllowed')}</RefusedView>;
  return (
    <>
      <CellHead title={title} />
      <Parts />
    </>
  );
});
