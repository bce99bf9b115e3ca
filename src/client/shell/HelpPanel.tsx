// The help menu: support request, connection, active tasks, debug switch, version and route. Spec platform 2. A visitor has it too,
// without what only a session has: a live connection and tasks.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import type { TaskState } from 'src/model/generated/wire.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useShell } from 'src/client/shell/ShellStore.ts';

const SupportRequest = lazy(() =>
  import('src/client/shell/SupportRequest.tsx').then((module) => ({ default: module.SupportRequest })),
);

const Task = observer(({ task }: { readonly task: TaskState }) => {
  const { formatMessage, messages } = useIntl();
  const { tasks } = useClient();
  const finished = task.resultURI !== null || task.errorKey !== null;
  const named = `actions.${task.keyAction}`;
  const name = named in messages ? formatMessage({ id: named }) : task.keyAction;
  const done = task.percentageComplete ?? 0;
  return (
    <li className="kk-task">
      <div className="kk-row">
        <span className="kk-fill kk-ellipsis">{name}</span>
        {task.resultURI !== null && (
          <a href={task.resultURI} download>
            {formatMessage({ id: 'tasks.download' })}
          </a>
        )}
        {task.errorKey !== null && <span className="kk-danger">{formatMessage({ id: 'tasks.failed' })}</span>}
        {finished && (
          <IconButton
            icon="cross"
            size="small"
            label={formatMessage({ id: 'tasks.dismiss' }, { name })}
            onClick={() => tasks.dismiss(task.key)}
          />
        )}
      </div>
      <ProgressBar
        value={done / 100}
        stripes={false}
        animate={false}
        aria-label={formatMessage({ id: 'tasks.progress' }, { name, percent: Math.round(done) })}
      />
    </li>
  );
});

const Tasks = observer(() => {
  const { tasks } = useClient();
  const { formatMessage } = useIntl();
  return (
    <section>
      <h3>{formatMessage({ id: 'tasks.title' })}</h3>
      {tasks.active.length === 0 ? (
        <p className="kk-soft">{formatMessage({ id: 'tasks.none' })}</p>
      ) : (
        <ul className="kk-plain-list kk-stack">
          {tasks.active.map((task) => (
            <Task key={task.key} task={task} />
          ))}
        </ul>
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
          <Tasks />
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
