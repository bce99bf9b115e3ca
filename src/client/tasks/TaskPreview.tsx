// A PDF that a task makes, large over the page as soon as it is there, with what else of it can be downloaded. Closing it leaves the task
// among the person's tasks.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo, useState } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import { uuid } from 'src/client/connection/uuid.ts';
import 'src/client/intl/laterMessages.ts';
import 'src/client/viewers/viewers.css';
import type { PreviewedTask } from 'src/client/tasks/PreviewFeed.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { taskFailure } from 'src/client/tasks/taskText.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { failureText } from 'src/client/ui/failureText.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

const PdfViewer = lazy(() =>
  import('src/client/viewers/PdfViewer.tsx').then((module) => ({ default: module.PdfViewer })),
);

interface TaskPreviewProps {
  readonly title: string;
  readonly task: PreviewedTask;
  /** The same in another format, by the words of its button. */
  readonly also?: readonly { readonly text: string; readonly task: PreviewedTask }[];
  readonly close: () => void;
}

interface TaskFile {
  readonly address?: string;
  readonly failure?: string;
  /** Starts the task again where it could not be started. */
  readonly again?: () => Promise<void>;
}

/** Starts the task, and returns the address of its file once the file is there. */
const useTaskFile = (task: PreviewedTask | undefined): TaskFile => {
  const { tasks } = useClient();
  const messages = useMessages();
  const start = useMemo(() => {
    if (!task) return undefined;
    const asyncKey = uuid();
    return { of: asyncKey, ask: askedOnce(() => tasks.run(task.action, task.input, { asyncKey })) };
  }, [tasks, task]);
  const { answer: key, failure: thrown, again } = useServerData(start);
  const state = key === undefined ? undefined : tasks.get(key);
  if (thrown !== undefined) return { failure: failureText(messages, thrown), again };
  if (!state || !isTaskOver(state)) return {};
  if (state.resultURI) return { address: state.resultURI };
  return { failure: taskFailure(messages, state) ?? messages.format('errors.generalFailure') };
};

/** Saved by the browser once it is made. */
const MadeOnDemand = observer(({ text, task }: { readonly text: string; readonly task: PreviewedTask }) => {
  const [asked, setAsked] = useState<PreviewedTask>();
  const started = asked === task ? asked : undefined;
  const { address, failure } = useTaskFile(started);
  if (failure !== undefined) return <span role="alert">{failure}</span>;
  if (address !== undefined)
    return (
      <a className="bp6-button bp6-outlined bp6-small" href={address} download>
        <Icon name="download" />
        <span className="bp6-button-text">{text}</span>
      </a>
    );
  return (
    <Button size="small" icon="download" loading={started !== undefined} onClick={() => setAsked(task)}>
      {text}
    </Button>
  );
});

export const TaskPreview = observer(({ title, task, also = [], close }: TaskPreviewProps) => {
  const messages = useMessages();
  const [broken, setBroken] = useState<string>();
  const { address, failure, again } = useTaskFile(task);
  const isBroken = address !== undefined && broken === address;
  const said = failure ?? (isBroken ? messages.format('errors.generalFailure') : undefined);
  return (
    <Dialog
      open
      size="viewer"
      title={title}
      onClose={close}
      tools={
        <>
          {address !== undefined && (
            <a className="bp6-button bp6-outlined bp6-small" href={address} download>
              <Icon name="download" />
              <span className="bp6-button-text">{messages.format('letters.asPdf')}</span>
            </a>
          )}
          {also.map((each) => (
            <MadeOnDemand key={each.text} {...each} />
          ))}
        </>
      }
    >
      <div className="kk-viewer">
        {said !== undefined && (
          <Empty
            icon="warning-sign"
            title={said}
            urgent
            action={
              again && (
                <Button icon="refresh" onClick={() => void again()}>
                  {messages.format('app.tryAgain')}
                </Button>
              )
            }
          />
        )}
        {said === undefined && address === undefined && <Loading />}
        {said === undefined && address !== undefined && (
          <Suspense fallback={<Loading />}>
            <PdfViewer name={title} href={address} onFailure={() => setBroken(address)} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
});
