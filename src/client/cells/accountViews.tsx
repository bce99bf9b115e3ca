// Account pages for visitors, and signing out. This site sends no mail yet, so its administrators make accounts and
// new passwords; the pages say so rather than offer a form that nobody would answer.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useSignOut } from 'src/client/shell/useSignOut.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const AskView = ({ view }: { readonly view: 'register' | 'forgot-password' | 'set-pass' | 'confirm-email' }) => {
  const messages = useMessages();
  const { site } = useClient();
  return (
    <>
      <CellHead title={messages.format(`views.${view}`)} root />
      <Empty
        icon="info-sign"
        title={messages.format(`account.${view}.ask`)}
        action={<ShellLink to="/sign-in">{messages.format('user.signIn')}</ShellLink>}
      >
        {messages.format(`account.${view}.askHint`, { siteName: site.siteName })}
      </Empty>
    </>
  );
};

export const RegisterView = () => <AskView view="register" />;
export const ForgotPasswordView = () => <AskView view="forgot-password" />;
export const SetPassView = () => <AskView view="set-pass" />;
export const ConfirmEmailView = () => <AskView view="confirm-email" />;

/** The address /sign-out ends the session by itself. */
export const SignOutView = observer(() => {
  const { session, navigation } = useClient();
  const messages = useMessages();
  const signOut = useSignOut();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || !session.signedIn) return;
    asked.current = true;
    void signOut().then((out) => out || navigation.go('/'));
  }, [session, navigation, signOut]);
  return (
    <>
      <CellHead title={messages.format('views.sign-out')} root />
      {session.signedIn ? (
        <Loading />
      ) : (
        <Empty
          icon="log-out"
          title={messages.format('account.signedOut')}
          action={<ShellLink to="/sign-in">{messages.format('user.signIn')}</ShellLink>}
        />
      )}
    </>
  );
});
