// The signed-in tools of the header, loaded after the first paint: bell, system alerts, help.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useClient } from 'src/client/useClient.ts';
import { HelpPanel } from 'src/client/shell/HelpPanel.tsx';
import { NotificationMenu } from 'src/client/shell/NotificationMenu.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { Popover } from 'src/client/ui/Popover.tsx';

const SystemAlerts = () => {
  const { formatMessage } = useIntl();
  return (
    <Popover
      opener={(opener) => <IconButton {...opener} icon="info-sign" label={formatMessage({ id: 'sysAlerts.title' })} />}
      content={() => (
        <section aria-label={formatMessage({ id: 'sysAlerts.title' })} className="kk-panel">
          <Empty icon="tick" title={formatMessage({ id: 'sysAlerts.none' })}>
            {formatMessage({ id: 'sysAlerts.noneHint' })}
          </Empty>
        </section>
      )}
    />
  );
};

export const HeaderTools = observer(() => {
  const { navigation, tasks } = useClient();
  const { formatMessage } = useIntl();
  const imprint = navigation.cells[0]?.view === 'imprint';
  const busy = tasks.active.length;
  return (
    <>
      <NotificationMenu />
      {!imprint && <SystemAlerts />}
      <Popover
        opener={(opener) => (
          <span className="kk-badged">
            <IconButton {...opener} icon="help" label={formatMessage({ id: 'help.title' })} />
            {busy > 0 && (
              <span className="kk-badge" aria-hidden>
                {busy}
              </span>
            )}
          </span>
        )}
        content={(close) => <HelpPanel close={close} />}
      />
    </>
  );
});
