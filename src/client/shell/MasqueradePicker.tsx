// The full-screen picker of a user to act as. Administrators only; the server refuses administrators and blocked users as targets.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { UserList } from 'src/client/people/AddPerson.tsx';
import { actAs } from 'src/client/navigation/actAs.ts';
import { useClient } from 'src/client/useClient.ts';

export const MasqueradePicker = observer(({ close }: { readonly close: (applied: boolean) => void }) => {
  const client = useClient();
  const { user } = client.session;
  return (
    <UserList
      known={user ? [user.$id] : []}
      choose={({ $id }) => {
        close(true);
        actAs(client, $id);
      }}
    />
  );
});
