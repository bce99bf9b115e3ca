// System alerts: a modal one opens over the page until it is dismissed, one at a time; the others stand in a side panel.
// Source: spec platform 2 and 9 (panel 432 px).

import { Drawer } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const PANEL = 432;

const messageOf = ({ message }: Item): string => (typeof message === 'string' ? message : '');

const ModalAlert = observer(({ alert }: { readonly alert: Item }) => {
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

const OneAlert = observer(({ alert }: { readonly alert: Item }) => {
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

const Panel = ({ shown, close }: { readonly shown: readonly Item[]; readonly close: () => void }) => {
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
            <OneAlert key={alert.$id} alert={alert} />
          ))}
        </ul>
      )}
    </section>
  );
};

/** Each newest one is announced once by the live region; the badge stays until it is dismissed. */
const useAnnouncement = (newest: Item | undefined): void => {
  const { alerts } = useClient();
  const messages = useMessages();
  const title = newest?.$label;
  useEffect(() => {
    if (title !== undefined) alerts.announce(messages.format('sysAlerts.announce', { title }));
  }, [alerts, messages, title]);
};

/** The store reads them whenever a session begins; for a visitor nothing begins, so they are read when the header appears. */
const useVisitorAlerts = (): void => {
  const { session, systemAlerts } = useClient();
  const { signedIn } = session;
  useEffect(() => {
    if (!signedIn) void systemAlerts.load();
  }, [systemAlerts, signedIn]);
};

export const SystemAlerts = observer(() => {
  const { waiting } = useClient().systemAlerts;
  const messages = useMessages();
  const still = useReducedMotion();
  const [open, setOpen] = useState(false);
  const modal = waiting.filter((alert) => alert.modal === true);
  const calm = waiting.filter((alert) => alert.modal !== true);
  const [first] = modal;
  useVisitorAlerts();
  useAnnouncement(calm[0]);
  return (
    <span className="kk-badged">
      <IconButton
        icon="info-sign"
        label={messages.format('sysAlerts.bell', { count: calm.length })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {calm.length > 0 && (
        <span className="kk-badge" aria-hidden>
          {calm.length}
        </span>
      )}
      <Drawer
        isOpen={open}
        onClose={() => setOpen(false)}
        position="right"
        size={PANEL}
        className="kk-drawer"
        aria-label={messages.format('sysAlerts.title')}
        {...(still ? { transitionDuration: 0 } : {})}
      >
        <Panel shown={calm} close={() => setOpen(false)} />
      </Drawer>
      {first && <ModalAlert key={first.$id} alert={first} />}
    </span>
  );
});
