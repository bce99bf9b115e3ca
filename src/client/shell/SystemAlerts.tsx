// System alerts: a modal one opens over the page until it is dismissed, one at a time; the others are in a side panel.

import { observer } from 'mobx-react-lite';
import { lazy, useEffect, useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const loadPanels = () => import('src/client/shell/SystemAlertPanels.tsx');
const AlertDrawer = lazy(() => loadPanels().then((module) => ({ default: module.AlertDrawer })));
const ModalAlert = lazy(() => loadPanels().then((module) => ({ default: module.ModalAlert })));

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
  /** Undefined until the panel is opened for the first time. */
  const [open, setOpen] = useState<boolean>();
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
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
      />
      {calm.length > 0 && (
        <span className="kk-badge" aria-hidden>
          {calm.length}
        </span>
      )}
      <Later>
        {open !== undefined && <AlertDrawer isOpen={open} shown={calm} close={() => setOpen(false)} />}
        {first && <ModalAlert key={first.$id} alert={first} />}
      </Later>
    </span>
  );
});
