// The blocking dialog of three auth states; its button refreshes the token or dismisses. Spec platform 2 and 4.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { isBlocking } from 'src/client/connection/authMachine.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';

export const AuthDialog = observer(() => {
  const { session, alerts } = useClient();
  const { formatMessage } = useIntl();
  const [busy, setBusy] = useState(false);
  const { state } = session;
  if (!isBlocking(state)) return null;
  const answer = (): void => {
    setBusy(true);
    session
      .answerDialog()
      .catch((thrown: unknown) => alerts.error(thrown))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title={formatMessage({ id: `authDialog.${state}.title` })}
      footer={
        <Button intent="primary" variant="solid" loading={busy} onClick={answer}>
          {formatMessage({ id: `authDialog.${state}.button` })}
        </Button>
      }
    >
      <p>{formatMessage({ id: `authDialog.${state}.message` })}</p>
    </Dialog>
  );
});
