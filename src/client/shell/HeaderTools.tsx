// The tools of the header, loaded after the first paint: bell, system alerts, help. Visitors have them too; only the bell waits for a session.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useClient } from 'src/client/useClient.ts';
import { NotificationMenu } from 'src/client/shell/NotificationMenu.tsx';
import { SystemAlerts } from 'src/client/shell/SystemAlerts.tsx';
import { useTaskNotices } from 'src/client/tasks/useTaskNotices.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Popover } from 'src/client/ui/Popover.tsx';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

const LazyHelpPanel = whenLoaded(async () => (await import('src/client/shell/HelpPanel.tsx')).HelpPanel);

export const HeaderTools = observer(() => {
  const { navigation, tasks } = useClient();
  const { formatMessage } = useIntl();
  const imprint = navigation.cells[0]?.view === 'imprint';
  const busy = tasks.running.length;
  useTaskNotices();
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
        content={(close) => <LazyHelpPanel close={close} />}
      />
    </>
  );
});
