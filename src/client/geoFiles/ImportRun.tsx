// Shows the progress and the result of an import, with links to the items that it made.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { TaskPanel } from 'src/client/tasks/TaskPanel.tsx';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';

interface ImportRunProps {
  readonly task: TaskState;
  readonly another: () => void;
}

export const ImportRun = observer(({ task, another }: ImportRunProps) => {
  const messages = useMessages();
  const over = isTaskOver(task);
  return (
    <div className="kk-stack">
      <TaskPanel task={task} />
      {over && task.resultURI !== null && <p>{messages.format('importPlaces.refusedList')}</p>}
      {!over && <p className="kk-soft">{messages.format('importPlaces.goesOn')}</p>}
      {task.keyItem !== null && (
        <p>
          {messages.format('importPlaces.collection')} <ItemLink id={task.keyItem} />
        </p>
      )}
      {over && (
        <p>
          <Button icon="import" onClick={another}>
            {messages.format('importPlaces.another')}
          </Button>
        </p>
      )}
    </div>
  );
});
