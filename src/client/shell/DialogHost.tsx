// Shows the oldest waiting dialog request ([SHELL-14]). The fallback texts are literals, not messages.

import { observer } from 'mobx-react-lite';
import { Suspense, useState } from 'react';
import type { DialogRequest } from 'src/client/stores/DialogStore.ts';
import { isBlocking } from 'src/client/connection/authMachine.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';

// The blocking dialog of three auth states ([SHELL-11]); its button refreshes the token or dismisses.
const AuthDialog = observer(() => {
  const { session, alerts } = useClient();
  const { format } = useMessages();
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
      title={format(`authDialog.${state}.title`)}
      footer={
        <Button intent="primary" variant="solid" loading={busy} onClick={answer}>
          {format(`authDialog.${state}.button`)}
        </Button>
      }
    >
      <p>{format(`authDialog.${state}.message`)}</p>
    </Dialog>
  );
});

export const NO_MESSAGE = 'NO MESSAGE SET IN ATTRS';
export const NO_COMPONENT = 'FULLSCREEN MODE COMPONENT NOT SET';

const DialogBody = ({ request }: { readonly request: DialogRequest }) => {
  const { format } = useMessages();
  const { component: Component, kind, message, text, values } = request;
  if (kind === 'systemMessage') {
    return (
      <>
        <p>{format('components.KSysMsg.intro')}</p>
        <pre className="kk-system-text">{text}</pre>
      </>
    );
  }
  if (Component) {
    return (
      <Boundary instead={() => <p role="alert">{format('cells.failed')}</p>}>
        <Suspense fallback={<Loading />}>
          <Component close={request.answer} />
        </Suspense>
      </Boundary>
    );
  }
  if (kind === 'fullScreen') return <p>{NO_COMPONENT}</p>;
  return <p>{message === undefined ? NO_MESSAGE : format(message, values)}</p>;
};

const Footer = ({ request }: { readonly request: DialogRequest }) => {
  const { format } = useMessages();
  if (request.kind === 'fullScreen') return null;
  if (request.kind !== 'confirm') {
    return (
      <Button intent="primary" variant="solid" onClick={() => request.answer(true)}>
        {format('app.ok')}
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => request.answer(false)}>{format('app.cancel')}</Button>
      {request.other !== undefined && <Button onClick={() => request.answer('other')}>{format(request.other)}</Button>}
      <Button intent={request.danger ? 'danger' : 'primary'} variant="solid" onClick={() => request.answer(true)}>
        {format(request.apply ?? 'app.apply', request.values)}
      </Button>
    </>
  );
};

const DialogHost = observer(() => {
  const { dialogs } = useClient();
  const { format } = useMessages();
  const request = dialogs.current;
  if (!request) return null;
  if (request.kind === 'own') return <DialogBody key={request.key} request={request} />;
  const title = request.kind === 'systemMessage' ? 'components.KSysMsg.title' : request.title;
  return (
    <Dialog
      key={request.key}
      open
      size={request.kind === 'fullScreen' ? 'full' : 'plain'}
      role={request.kind === 'confirm' ? 'alertdialog' : 'dialog'}
      title={format(title, request.values)}
      onClose={() => request.answer(false)}
      footer={<Footer request={request} />}
    >
      <DialogBody request={request} />
    </Dialog>
  );
});

/** The dialogs that may cover the page. They load after the first paint, because Blueprint's overlays are large. */
export const Dialogs = () => (
  <>
    <DialogHost />
    <AuthDialog />
  </>
);
