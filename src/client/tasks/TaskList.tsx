// The tasks of the person, in the help menu and on the page `/tasks`: how far each is, and what can be done with it.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { TaskRefusals } from 'src/client/tasks/TaskRefusals.tsx';
import { TaskResult } from 'src/client/tasks/TaskResult.tsx';
import { taskTitle } from 'src/client/tasks/endedText.ts';
import { taskFailure, taskText } from 'src/client/tasks/taskText.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import type { TaskState } from 'src/model/generated/wire.ts';
import 'src/client/tasks/tasks.css';
import 'src/client/intl/laterMessages.ts';

interface TaskProps {
  readonly task: TaskState;
}

const Running = observer(({ task }: TaskProps) => {
  const { tasks, dialogs, alerts } = useClient();
  const messages = useMessages();
  const name = taskTitle(messages, task);
  const act = (work: Promise<void>): void => void work.catch((thrown: unknown) => alerts.error(thrown));
  const kill = async (): Promise<void> => {
    const sure = await dialogs.confirm({
      ...{ title: 'tasks.kill.title', message: 'tasks.kill.message', values: { name } },
      ...{ apply: 'tasks.kill.apply', danger: true },
    });
    if (sure) await tasks.kill(task);
  };
  return (
    <>
      <ProgressBar
        value={(task.percentageComplete ?? 0) / 100}
        stripes={false}
        animate={false}
        aria-label={messages.format('tasks.progress', { name, percent: Math.round(task.percentageComplete ?? 0) })}
      />
      <div className="kk-task-acts">
        <Button
          size="small"
          aria-label={messages.format('tasks.stopNamed', { name })}
          onClick={() => act(tasks.stop(task))}
        >
          {messages.format('tasks.stop')}
        </Button>
        <Button
          size="small"
          variant="minimal"
          aria-label={messages.format('tasks.killNamed', { name })}
          onClick={() => act(kill())}
        >
          {messages.format('tasks.kill.apply')}
        </Button>
      </div>
    </>
  );
});

const Over = observer(({ task }: TaskProps) => {
  const { tasks, alerts } = useClient();
  const messages = useMessages();
  const [opened, setOpened] = useState(false);
  // A file says by itself what is not in it.
  const refused = task.resultURI === null ? (task.counts?.refused ?? 0) : 0;
  const undo = (): void => void tasks.undo(task).catch((thrown: unknown) => alerts.error(thrown));
  return (
    <>
      <div className="kk-task-acts">
        {task.resultURI !== null && <TaskResult address={task.resultURI} />}
        {task.undoable === true && (
          <Button size="small" icon="undo" onClick={undo}>
            {messages.format('bulk.undo')}
          </Button>
        )}
        {refused > 0 && !opened && (
          <Button size="small" variant="minimal" onClick={() => setOpened(true)}>
            {messages.format('tasks.reasons')}
          </Button>
        )}
      </div>
      {opened && <TaskRefusals task={task} />}
    </>
  );
});

const Task = observer(({ task }: TaskProps) => {
  const { tasks, alerts } = useClient();
  const messages = useMessages();
  const over = isTaskOver(task);
  const name = taskTitle(messages, task);
  const failure = taskFailure(messages, task);
  return (
    <li className="kk-task">
      <div className="kk-row">
        <span className="kk-fill">
          {name}
          {task.keyItem !== null && (
            <>
              {' · '}
              <ItemLink id={task.keyItem} />
            </>
          )}
        </span>
        {over && (
          <IconButton
            icon="cross"
            size="small"
            label={messages.format('tasks.dismiss', { name })}
            onClick={() => void tasks.dismiss(task).catch((thrown: unknown) => alerts.error(thrown))}
          />
        )}
      </div>
      <span className="kk-soft">
        {taskText(messages, task)} · <When at={task.started} />
      </span>
      {failure !== undefined && <span className="kk-danger">{failure}</span>}
      {over ? <Over task={task} /> : <Running task={task} />}
    </li>
  );
});

export const TaskList = observer(({ shown }: { readonly shown: readonly TaskState[] }) => (
  <ul className="kk-plain-list">
    {shown.map((task) => (
      <Task key={task.key} task={task} />
    ))}
  </ul>
));
