// Packages for administrators of the site: makes one as a file to download, and fills an installation without records from one.

import { observer } from 'mobx-react-lite';
import { TaskReport } from 'src/client/admin/TaskReport.tsx';
import { useUploadedFile } from 'src/client/fields/useUploadedFile.ts';
import { useAskDialog } from 'src/client/forms/useAskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { FileDrop, SendingProgress } from 'src/client/geoFiles/FileDrop.tsx';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { TaskPanel } from 'src/client/tasks/TaskPanel.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Name of the task on every device of the person. */
const PACKAGE_TASK = 'package';
const FILL_TASK = 'packageImport';
const IMPORT_COMMAND = 'node dist/server/main.js import-package --from package.zip';

const PACKAGE_FIELDS: readonly FormField[] = [
  {
    ...{ name: 'owner', label: 'siteState.package.owner', help: 'siteState.package.ownerHelp' },
    ...{ kind: 'relation', rel: { to: ['$owner'], onDelete: 'null' } },
  },
  { name: 'history', label: 'siteState.package.history', kind: 'boolean' },
];

/** Takes a package from the disk of the person. */
const PackageIntake = observer(() => {
  const { tasks, alerts, dialogs } = useClient();
  const messages = useMessages();
  const file = useUploadedFile();
  const task = tasks.named(FILL_TASK);
  const isRunning = task !== undefined && !isTaskOver(task);
  const fill = async (): Promise<void> => {
    const texts = { title: 'siteState.fill.title', message: 'siteState.fill.confirm', apply: 'siteState.fill.begin' };
    if (!(await dialogs.confirm(texts))) return;
    try {
      await tasks.run('importPackage', { upload: file.key ?? '' }, { asyncKey: FILL_TASK });
    } catch (thrown) {
      alerts.error(thrown);
    }
  };
  return (
    <>
      <h4>{messages.format('siteState.fill.title')}</h4>
      <p>{messages.format('siteState.fill.text')}</p>
      <FileDrop
        accept=".zip"
        hint={messages.format('siteState.fill.hint')}
        isChosen={file.key !== undefined}
        isMinor
        choose={file.choose}
      />
      <SendingProgress state={file.state} sent={file.sent} isReading={false} />
      {file.state === 'done' && (
        <div className="kk-row kk-state-tools">
          <Button variant="solid" intent="primary" disabled={isRunning} onClick={() => void fill()}>
            {messages.format('siteState.fill.begin')}
          </Button>
        </div>
      )}
      {task && <TaskReport task={task} />}
      <p className="kk-soft">
        {messages.format('siteState.package.import')} <code dir="ltr">{IMPORT_COMMAND}</code>
      </p>
    </>
  );
});

export const PackagePart = observer(() => {
  const { tasks } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const task = tasks.named(PACKAGE_TASK);
  const make = (): void =>
    ask({
      title: messages.format('siteState.package.make'),
      text: messages.format('siteState.package.text'),
      apply: messages.format('siteState.package.make'),
      fields: PACKAGE_FIELDS,
      submit: (answers) => tasks.run('makePackage', answers, { asyncKey: PACKAGE_TASK }),
    });
  return (
    <section className="kk-stack">
      {dialog}
      <h4>{messages.format('siteState.package.title')}</h4>
      <p>{messages.format('siteState.package.text')}</p>
      <div className="kk-row kk-state-tools">
        <Button aria-haspopup="dialog" disabled={task !== undefined && !isTaskOver(task)} onClick={make}>
          {messages.format('siteState.package.make')}
        </Button>
      </div>
      {task && <TaskPanel task={task} close={() => tasks.leave(task)} isNamed />}
      <PackageIntake />
    </section>
  );
});
