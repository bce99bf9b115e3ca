// The system alerts over the page: one that must be dismissed, and the side panel of the others (432 px). Loaded when the
// first of them opens.

import { Drawer } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import type { Item } from 'src/model/item/Item.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/intl/laterMessages.ts';

const PANEL = 432;

const messageOf = ({ message }: Item): string => (typeof message === 'string' ? message : '');

export const ModalAlert = observer(({ alert }: { readonly alert: Item }) => {
  const { systemAlerts } = useClient();
  const messages = useMessages();
  return (
    <Dialog
      open
      role="alertdialog"
      title={alert.$label}
      footer={
        <Button intent="primary" variant="solid" onClick={() => systemAlerts.dismiss(alert.$id)}>
          {messages.format('sysAlerts.dismiss')}
        </Button>
      }
    >
      <p className="kk-lines">{messageOf(alert)}</p>
    </Dialog>
  );
});

const PanelAlert = observer(({ alert }: { readonly alert: Item }) => {
  const { systemAlerts } = useClient();
  const messages = useMessages();
  return (
    <li className="kk-system-alert">
      <h3 dir="auto">{alert.$label}</h3>
      <p className="kk-lines">{messageOf(alert)}</p>
      <div className="kk-row">
        <span className="kk-soft kk-fill">
          <When at={alert._c.ts} />
        </span>
        <Button
          size="small"
          aria-label={messages.format('sysAlerts.dismissNamed', { title: alert.$label })}
          onClick={() => systemAlerts.dismiss(alert.$id)}
        >
          {messages.format('sysAlerts.dismiss')}
        </Button>
      </div>
    </li>
  );
});

interface PanelProps {
  readonly shown: readonly Item[];
  readonly close: () => void;
}

const AlertPanel = ({ shown, close }: PanelProps) => {
  const messages = useMessages();
  return (
    <section aria-label={messages.format('sysAlerts.title')}>
      <div className="kk-drawer-head">
        <h2 className="kk-fill">{messages.format('sysAlerts.title')}</h2>
        <IconButton icon="cross" label={messages.format('app.close')} onClick={close} />
      </div>
      {shown.length === 0 ? (
        <Empty icon="tick" title={messages.format('sysAlerts.none')}>
          {messages.format('sysAlerts.noneHint')}
        </Empty>
      ) : (
        <ul className="kk-plain-list">
          {shown.map((alert) => (
            <PanelAlert key={alert.$id} alert={alert} />
          ))}
        </ul>
      )}
    </section>
  );
};

export const AlertDrawer = ({ isOpen, shown, close }: PanelProps & { readonly isOpen: boolean }) => {
  const messages = useMessages();
  const isStill = useReducedMotion();
  return (
    <Drawer
      isOpen={isOpen}
      onClose={close}
      position="right"
      size={PANEL}
      className="kk-drawer"
      aria-label={messages.format('sysAlerts.title')}
      {...(isStill ? { transitionDuration: 0 } : {})}
    >
      <AlertPanel shown={shown} close={close} />
    </Drawer>
  );
};
