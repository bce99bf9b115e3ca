// Check of all records and files for administrators of the site, with its report.

import { observer } from 'mobx-react-lite';
import { TaskReport } from 'src/client/admin/TaskReport.tsx';
import { useAskDialog } from 'src/client/forms/useAskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Name of the check on every device of the person. */
const CHECK_TASK = 'siteCheck';

const CHECK_FIELDS: readonly FormField[] = [
  { name: 'repair', label: 'siteState.check.repair', help: 'siteState.check.repairHelp', kind: 'boolean' },
];

export const SiteCheckPart = observer(() => {
  const { tasks } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const task = tasks.named(CHECK_TASK);
  const check = (): void =>
    ask({
      title: messages.format('siteState.check.title'),
      text: messages.format('siteState.check.text'),
      apply: messages.format('siteState.check.begin'),
      fields: CHECK_FIELDS,
      submit: (answers) => tasks.run('examineSite', answers, { asyncKey: CHECK_TASK }),
    });
  return (
    <section className="kk-stack">
      {dialog}
      <h4>{messages.format('siteState.check.title')}</h4>
      <p>{messages.format('siteState.check.text')}</p>
      <div className="kk-row kk-state-tools">
        <Button aria-haspopup="dialog" disabled={task !== undefined && !isTaskOver(task)} onClick={check}>
          {messages.format('siteState.check.begin')}
        </Button>
      </div>
      {task && <TaskReport task={task} />}
    </section>
  );
});
