// Alerts at the foot of the page: errors stay until closed and may show the server's details ([SHELL-12]).

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { Alert, AlertType } from 'src/client/stores/AlertStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const ALERT_ICONS: Readonly<Record<AlertType, string>> = {
  INFO: 'info-sign',
  ERROR: 'error',
  SUCCESS: 'tick',
  WARNING: 'warning-sign',
};

const REFUSED_ACTIONS: ReadonlyMap<unknown, string> = new Map([
  ['create', 'errors.notAllowed.create'],
  ['update', 'errors.notAllowed.update'],
  ['delete', 'errors.notAllowed.delete'],
]);

/** Returns the text of the alert; a refusal names its cause if known. Observable. */
const useAlertText = ({ message, values }: Alert): string => {
  const { registry } = useClient();
  const messages = useMessages();
  const { action, type } = values ?? {};
  const refused = REFUSED_ACTIONS.get(action);
  if (message === 'errors.notAllowed' && refused !== undefined && typeof type === 'string' && type in registry.types)
    return messages.format(refused, { type: messages.typeInSentence(type) });
  return messages.find(message, values) ?? messages.format('errors.generalFailure', values);
};

const SnackbarAlert = observer(({ alert }: { readonly alert: Alert }) => {
  const { alerts, dialogs } = useClient();
  const { formatMessage } = useIntl();
  const { action, systemMessage } = alert;
  const text = useAlertText(alert);
  const urgent = alert.type === 'ERROR';
  useEffect(() => {
    if (!urgent) alerts.announce(text);
  }, [alerts, urgent, text]);
  return (
    <div className={`kk-alert kk-alert-${alert.type.toLowerCase()}`} role={urgent ? 'alert' : undefined}>
      <Icon name={ALERT_ICONS[alert.type]} />
      <span className="kk-alert-text">{text}</span>
      {systemMessage !== undefined && (
        <Button size="small" variant="outlined" onClick={() => void dialogs.systemMessage(systemMessage)}>
          {formatMessage({ id: 'app.details' })}
        </Button>
      )}
      {action && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => {
            alerts.dismiss(alert.key);
            action.run();
          }}
        >
          {formatMessage({ id: action.message })}
        </Button>
      )}
      <IconButton
        size="small"
        icon="cross"
        label={formatMessage({ id: 'app.close' })}
        onClick={() => alerts.dismiss(alert.key)}
      />
    </div>
  );
});

export const Snackbar = observer(() => {
  const { alerts } = useClient();
  const { formatMessage } = useIntl();
  return (
    <section className="kk-snackbar" aria-label={formatMessage({ id: 'shell.alerts' })}>
      {alerts.alerts.map((alert) => (
        <SnackbarAlert key={alert.key} alert={alert} />
      ))}
    </section>
  );
});

/**
 * The only polite live region, for result counts, saves and changes by others. It must exist before its text, or screen readers stay
 * silent.
 */
export const LiveRegion = observer(() => {
  const { alerts } = useClient();
  return (
    <div role="status" aria-live="polite" className="kk-unseen">
      {alerts.announcement}
    </div>
  );
});
