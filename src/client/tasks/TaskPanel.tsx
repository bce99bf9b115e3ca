// One task as a bar: its progress, its result, and its actions. Shown where the task was started, as long as it is known.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { TaskRefusals } from 'src/client/tasks/TaskRefusals.tsx';
import { TaskResult } from 'src/client/tasks/TaskResult.tsx';
import 'src/client/intl/laterMessages.ts';
import { taskTitle } from 'src/client/tasks/endedText.ts';
import { taskFailure, taskText } from 'src/client/tasks/taskText.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import 'src/client/search/bulk.css';

interface TaskPanelProps {
  readonly task: TaskState;
  /** Absent where it stays. */
  readonly close?: () => void;
  /** True where several tasks can be shown, so that each shows its name. */
  readonly isNamed?: boolean;
}

/** The line changes twice a second, so it is no live region: useTaskNotices announces quarters. */
export const TaskPanel = observer(({ task, close, isNamed = false }: TaskPanelProps) => {
  const { tasks, alerts } = useClient();
  const messages = useMessages();
  const over = isTaskOver(task);
  const failure = taskFailure(messages, task);
  const act = (work: Promise<void>): void => void work.catch((thrown: unknown) => alerts.error(thrown));
  return (
    <div
      className="kk-bulk"
      role="group"
      aria-label={isNamed ? taskTitle(messages, task) : messages.format('bulk.title')}
    >
      <div className="kk-bulk-line">
        <span className="kk-fill">
          {isNamed ? `${taskTitle(messages, task)}: ${taskText(messages, task)}` : taskText(messages, task)}
          {failure !== undefined && <span className="kk-danger"> {failure}</span>}
        </span>
        {!over && (
          <Button size="small" onClick={() => act(tasks.stop(task))}>
            {messages.format('tasks.stop')}
          </Button>
        )}
        {task.resultURI !== null && task.resultURI !== undefined && <TaskResult address={task.resultURI} />}
        {task.undoable === true && (
          <Button size="small" icon="undo" onClick={() => act(tasks.undo(task))}>
            {messages.format('bulk.undo')}
          </Button>
        )}
        {over && close && (
          <Button size="small" onClick={close}>
            {messages.format('app.close')}
          </Button>
        )}
      </div>
      {!over && (
        <ProgressBar
          value={(task.percentageComplete ?? 0) / 100}
          intent="primary"
          stripes={false}
          animate={false}
          aria-label={taskText(messages, task)}
        />
      )}
      {over && !task.resultURI && <TaskRefusals task={task} />}
    </div>
  );
});
