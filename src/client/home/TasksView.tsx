// The page `/tasks`: everything that the person has started and not removed, on all of their devices.

import { observer } from 'mobx-react-lite';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import 'src/client/intl/laterMessages.ts';
import { TaskList } from 'src/client/tasks/TaskList.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const TasksView = observer(() => {
  const { tasks, session } = useClient();
  const messages = useMessages();
  const { all } = tasks;
  // The user is loaded a moment after the page opens.
  const isKnown = !session.signedIn || session.user !== undefined;
  return (
    <>
      <CellHead title={messages.format('views.tasks')} />
      {!isKnown && <Loading />}
      {isKnown && all.length === 0 && <Empty icon="build" title={messages.format('tasks.never')} />}
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
