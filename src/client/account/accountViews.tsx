// Signing out by its own address.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useSignOut } from 'src/client/navigation/useSignOut.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

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
