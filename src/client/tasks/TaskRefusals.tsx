// Which records a task could not change, by the reason; asked for when somebody opens it.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { TaskRefusals as Refused } from 'src/client/stores/TaskStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import 'src/client/tasks/tasks.css';

/** Refused items that are named. */
const NAMED = 20;

const Reason = observer(({ refused: { reason, count, items } }: { readonly refused: Refused }) => {
  const messages = useMessages();
  const named = items.slice(0, NAMED);
  return (
    <details className="kk-task-refused">
      <summary>
        {messages.format('bulk.refused', {
          count,
          reason: messages.find(reason) ?? messages.format('errors.generalFailure'),
        })}
      </summary>
      <ul>
        {named.map(({ $id, label }) => (
          <li key={$id}>{label === null ? <span className="kk-soft">{$id}</span> : <ItemLink id={$id} />}</li>
        ))}
        {count > named.length && <li>{messages.format('bulk.andMore', { count: count - named.length })}</li>}
      </ul>
    </details>
  );
});

export const TaskRefusals = observer(({ task }: { readonly task: TaskState }) => {
  const { tasks, items, alerts } = useClient();
  const [reasons, setReasons] = useState<readonly Refused[]>([]);
  const { key } = task;
  const refused = task.counts?.refused ?? 0;
  useEffect(() => {
    let shown = true;
    if (refused > 0)
      tasks.refusals(key).then(
        (found) => {
          const known = found.flatMap((each) => each.items.slice(0, NAMED));
          items.putLabels(
            Object.fromEntries(known.flatMap(({ $id, label }) => (label === null ? [] : [[$id, label]]))),
          );
          if (shown) setReasons(found);
        },
        (thrown: unknown) => shown && alerts.error(thrown),
      );
    return () => {
      shown = false;
    };
  }, [tasks, items, alerts, key, refused]);
  return reasons.map((each) => <Reason key={each.reason} refused={each} />);
});
