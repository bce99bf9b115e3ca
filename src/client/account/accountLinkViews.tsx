// Account pages for people who are not signed in: asking for an account or a new password, and what the links in emails lead to.

import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { Json } from 'src/model/item/Item.ts';
import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import { AccountField } from 'src/client/account/AccountField.tsx';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { NewPasswordField } from 'src/client/account/PasswordFields.tsx';
import { SecondStep } from 'src/client/account/SecondStep.tsx';
import { useLinkToken } from 'src/client/account/useLinkToken.ts';
import { useAccountForm } from 'src/client/forms/useAccountForm.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { secondStepOf, type SecondFactorStep } from 'src/client/stores/SessionStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { useClient } from 'src/client/useClient.ts';

interface PageProps {
  readonly view: 'register' | 'forgot-password' | 'set-pass' | 'confirm-email' | 'unsubscribe';
  readonly children: ReactNode;
}

const Page = ({ view, children }: PageProps) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={messages.format(`views.${view}`)} root />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-account-page">{children}</div>
      </div>
    </>
  );
};

const SignInLink = () => {
  const messages = useMessages();
  return <ShellLink to="/sign-in">{messages.format('user.signIn')}</ShellLink>;
};

/** Requests an email, with the solution of a puzzle if the site requires one. */
const useAsk = (path: '/api/register' | '/api/forgot-password') => {
  const { connection, site } = useClient();
  return async (body: Readonly<Record<string, Json>>): Promise<void> => {
    if (site.disableRecaptcha) {
      await connection.post(path, body);
      return;
    }
    const { puzzleSolution } = await import('src/client/connection/accountProofs.ts');
    await connection.post(path, { ...body, proof: await puzzleSolution(connection) });
  };
};

/** Says alike whether or not the address has an account. */
const LetterSent = ({ email }: { readonly email: string }) => {
  const messages = useMessages();
  return (
    <div role="status">
      <Empty icon="envelope" title={messages.format('account.letterSent')} action={<SignInLink />}>
        {messages.format('account.letterSentHint', { email })}
      </Empty>
    </div>
  );
};

const AskForm = ({ view }: { readonly view: 'register' | 'forgot-password' }) => {
  const messages = useMessages();
  const ask = useAsk(`/api/${view}`);
  const [sentTo, setSentTo] = useState<string>();
  const form = useAccountForm(['name', 'email']);
  if (sentTo !== undefined) return <LetterSent email={sentTo} />;
  const send = form.submit(async (value) => {
    const email = value('email').trim();
    await ask(view === 'register' ? { name: value('name').trim(), email } : { email });
    setSentTo(email);
  });
  return (
    <form className="kk-account kk-panel-card" onSubmit={send}>
      <p>{messages.format(`account.${view}.hint`)}</p>
      <AccountFailure failure={form.failure} />
      {view === 'register' && (
        <AccountField
          name="name"
          type="text"
          label={messages.format('account.name')}
          error={form.errorOf('name')}
          autoComplete="name"
          required
        />
      )}
      <AccountField
        name="email"
        type="email"
        label={messages.format('account.email')}
        error={form.errorOf('email')}
        autoComplete="username"
        required
      />
      <Button type="submit" intent="primary" variant="solid" loading={form.busy} fill size="large">
        {messages.format(`account.${view}.apply`)}
      </Button>
      <p className="kk-account-links">
        <SignInLink />
      </p>
    </form>
  );
};

export const RegisterView = () => {
  const { site } = useClient();
  const messages = useMessages();
  return (
    <Page view="register">
      {site.registration === 'open' ? (
        <AskForm view="register" />
      ) : (
        <Empty
          icon="info-sign"
          title={messages.format(`account.register.${site.registration}`)}
          action={<SignInLink />}
        >
          {messages.format(`account.register.${site.registration}Hint`, { siteName: site.siteName })}
        </Empty>
      )}
    </Page>
  );
};

export const ForgotPasswordView = () => (
  <Page view="forgot-password">
    <AskForm view="forgot-password" />
  </Page>
);

const NoLink = () => {
  const messages = useMessages();
  return (
    <Empty
      icon="warning-sign"
      title={messages.format('account.noLink')}
      action={<ShellLink to="/forgot-password">{messages.format('account.forgot')}</ShellLink>}
      urgent
    >
      {messages.format('account.noLinkHint')}
    </Empty>
  );
};

const PasswordForm = observer(
  ({ view, token }: { readonly view: 'set-pass' | 'confirm-email'; readonly token: string }) => {
    const { session, navigation } = useClient();
    const messages = useMessages();
    const form = useAccountForm(['password']);
    const [step, setStep] = useState<SecondFactorStep>();
    if (step) return <SecondStep step={step} back={() => navigation.redirect('/sign-in')} />;
    const send = form.submit(async (value) => {
      try {
        await session.enter(`/api/${view}`, { token, password: value('password') });
        navigation.redirect('/');
      } catch (thrown) {
        const next = secondStepOf(thrown);
        if (!next) throw thrown;
        setStep(next);
      }
    });
    return (
      <form className="kk-account kk-panel-card" onSubmit={send}>
        <LinkAddress view={view} token={token} />
        <p>{messages.format(`account.${view}.hint`)}</p>
        <AccountFailure failure={form.failure} />
        <NewPasswordField form={form} />
        <Button type="submit" intent="primary" variant="solid" loading={form.busy} fill size="large">
          {messages.format('account.setPassword')}
        </Button>
        {form.failure !== undefined && (
          <p className="kk-account-links">
            <ShellLink to="/forgot-password">{messages.format('account.forgot')}</ShellLink>
          </p>
        )}
      </form>
    );
  },
);

/** Names whose address the link confirms, and for which site. The server answers only to the holder of the link. */
const LinkAddress = ({ view, token }: { readonly view: 'set-pass' | 'confirm-email'; readonly token: string }) => {
  const { connection, site } = useClient();
  const messages = useMessages();
  const ask = useCallback(() => connection.post('/api/link-address', { token }), [connection, token]);
  const { answer } = useServerData({ of: token, ask });
  return answer?.email === undefined ? null : (
    <p>{messages.format(`account.${view}.address`, { email: answer.email, siteName: site.siteName })}</p>
  );
};

const LinkView = ({ view }: { readonly view: 'set-pass' | 'confirm-email' }) => {
  const token = useLinkToken();
  return <Page view={view}>{token === '' ? <NoLink /> : <PasswordForm view={view} token={token} />}</Page>;
};

export const SetPassView = () => <LinkView view="set-pass" />;
export const ConfirmEmailView = () => <LinkView view="confirm-email" />;

/** The page behind the link in an email; mail programs do the same by one click. */
export const UnsubscribeView = () => {
  const { connection } = useClient();
  const messages = useMessages();
  const key = useLinkToken();
  const form = useAccountForm();
  const [done, setDone] = useState(false);
  const stop = async (): Promise<void> => {
    await connection.post(`/api/unsubscribe/${encodeURIComponent(key)}`, {});
    setDone(true);
  };
  return (
    <Page view="unsubscribe">
      <div className="kk-account kk-panel-card">
        <AccountFailure failure={form.failure} />
        <p role="status">{messages.format(done ? 'account.unsubscribed' : 'account.unsubscribe.hint')}</p>
        {!done && (
          <Button intent="primary" loading={form.busy} disabled={key === ''} onClick={() => void form.run(stop)}>
            {messages.format('account.unsubscribe')}
          </Button>
        )}
      </div>
    </Page>
  );
};
