// A task of the state of the site whose file is a report: its progress, and the report when it is done.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { ClientProblem } from 'src/client/connection/ClientProblem.ts';
import { TaskPanel } from 'src/client/tasks/TaskPanel.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { TaskState } from 'src/model/generated/wire.ts';

const readReport = async (address: string): Promise<string> => {
  const answer = await fetch(address);
  if (!answer.ok) throw new ClientProblem('generalFailure', 'siteState.report.gone');
  return await answer.text();
};

export const TaskReport = observer(({ task }: { readonly task: TaskState }) => {
  const { tasks } = useClient();
  const messages = useMessages();
  const address = task.resultURI ?? undefined;
  const question = useMemo(
    () => (address === undefined ? undefined : { of: address, ask: () => readReport(address) }),
    [address],
  );
  const { answer, failure, again } = useServerData(question);
  return (
    <>
      <TaskPanel task={task} close={() => tasks.leave(task)} isNamed />
      {failure !== undefined && <PartFailed message="siteState.report.failed" failure={failure} again={again} />}
      {answer !== undefined && (
        <pre
          className="kk-state-report"
          dir="ltr"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
          tabIndex={0}
          role="region"
          aria-label={messages.format('siteState.report')}
        >
          {answer}
        </pre>
      )}
    </>
  );
});
