// The help menu: support request, connection, active tasks, debug switch, version and route ([SHELL-08]). Visitors have it too, without the
// parts that need a session: a live connection and tasks.

import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import 'src/client/intl/laterMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

/** Number of finished tasks. */
const TASKS_SHOWN = 3;

const SupportRequest = lazy(() =>
  import('src/client/shell/SupportRequest.tsx').then((module) => ({ default: module.SupportRequest })),
);

const TaskList = whenLoaded(() => import('src/client/tasks/TaskList.tsx').then((module) => module.TaskList));

/** Running tasks and those started recently; the others are on their page. */
const Tasks = observer(({ close }: { readonly close: () => void }) => {
  const { tasks } = useClient();
  const { formatMessage } = useIntl();
  const shown = tasks.all.slice(0, Math.max(TASKS_SHOWN, tasks.running.length));
  return (
    <section>
      <h3>{formatMessage({ id: 'tasks.title' })}</h3>
      {shown.length === 0 ? (
        <p className="kk-soft">{formatMessage({ id: 'tasks.none' })}</p>
      ) : (
        <>
          <TaskList shown={shown} />
          <p>
            <ShellLink to="/tasks" onFollow={close}>
              {formatMessage({ id: 'views.tasks' })}
            </ShellLink>
          </p>
        </>
      )}
    </section>
  );
});

const Connection = observer(() => {
  const { connection } = useClient();
  const { formatMessage } = useIntl();
  return (
    <section>
      <h3>{formatMessage({ id: 'help.connection' })}</h3>
      <p className="kk-row">
        <span className="kk-fill">
          {formatMessage({ id: `health.${connection.health}` })}
          {connection.retryIn !== undefined &&
            ` · ${formatMessage({ id: 'health.retryIn' }, { seconds: Math.max(0, Math.ceil(connection.retryIn)) })}`}
        </span>
        {connection.health !== 'GOOD' && (
          <Button size="small" icon="refresh" onClick={() => connection.retryNow()}>
            {formatMessage({ id: 'health.retryNow' })}
          </Button>
        )}
      </p>
      {connection.health === 'BAD' && <p className="kk-soft">{formatMessage({ id: 'app.badConnectionHelp' })}</p>}
    </section>
  );
});

/** The dialog stays open after the menu has closed. */
const HelpParts = observer(({ close }: { readonly close: () => void }) => {
  const { domain, session, site, dialogs } = useClient();
  const { formatMessage } = useIntl();
  const shown = (domain.helpParts ?? []).filter(({ isShown }) => isShown({ user: session.user, site }));
  return shown.map(({ key, icon, dialog: Part }) => (
    <p key={key}>
      <Button
        icon={icon}
        onClick={() => {
          close();
          dialogs.own(Part);
        }}
      >
        {formatMessage({ id: `helpParts.${key}` })}
      </Button>
    </p>
  ));
});

export const HelpPanel = observer(({ close }: { readonly close: () => void }) => {
  const { session, site, navigation, dialogs } = useClient();
  const { formatMessage } = useIntl();
  const shell = useShell();
  const askForSupport = (): void => {
    close();
    void dialogs.info({ title: 'help.supportTitle', component: SupportRequest });
  };
  const mayDebug = session.user?.admin === true || session.user?.masquerading === true;
  return (
    <section className="kk-panel" aria-label={formatMessage({ id: 'help.title' })}>
      <div className="kk-row">
        <h2 className="kk-fill">{formatMessage({ id: 'help.title' })}</h2>
        <IconButton icon="cross" label={formatMessage({ id: 'app.close' })} onClick={close} />
      </div>
      {session.signedIn && (
        <>
          <Connection />
          <Tasks close={close} />
        </>
      )}
      {mayDebug && (
        <section>
          <label className="kk-check">
            <input type="checkbox" checked={shell.debug} onChange={shell.toggleDebug} />
            {formatMessage({ id: 'help.debug' })}
          </label>
        </section>
      )}
      <section>
        <p>
          <ShellLink to="/help" onFollow={close}>
            {formatMessage({ id: 'views.help' })}
          </ShellLink>
        </p>
        <HelpParts close={close} />
        <Button icon="envelope" onClick={askForSupport}>
          {formatMessage({ id: 'help.support' })}
        </Button>
      </section>
      <section className="kk-soft">
        <p>{formatMessage({ id: 'help.version' }, { version: site.version })}</p>
        <p className="kk-break">
          {formatMessage(
            { id: 'help.route' },
            { route: `/${navigation.cells.map(({ segment }) => segment).join('/')}` },
          )}
        </p>
      </section>
    </section>
  );
});
