// The page `/tasks`: everything that the person has started and not forgotten, on whatever device.

import { observer } from 'mobx-react-lite';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { TaskList } from 'src/client/tasks/TaskList.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const TasksView = observer(() => {
  const { tasks } = useClient();
  const messages = useMessages();
  const { all } = tasks;
  return (
    <>
      <CellHead title={messages.format('views.tasks')} />
      {all.length === 0 && <Empty icon="build" title={messages.format('tasks.never')} />}
      {all.length > 0 && (
        <div className="kk-cell-scroll">
          <div className="kk-cell-body">
            <p>{messages.format('tasks.hint')}</p>
            <TaskList shown={all} />
          </div>
        </div>
      )}
    </>
  );
});
