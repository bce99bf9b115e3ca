// A PDF that a task makes, large over the page as soon as it is there, with what else of it can be downloaded. Closing it leaves the task
// among the person's tasks.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { uuid } from 'src/client/connection/uuid.ts';
import 'src/client/intl/laterMessages.ts';
import 'src/client/viewers/viewers.css';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { PreviewedTask } from 'src/client/tasks/PreviewFeed.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { taskFailure } from 'src/client/tasks/taskText.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

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

/** The address of its file once it is there. Starts when it is asked for. */
const useTaskFile = (task: PreviewedTask | undefined): { readonly address?: string; readonly failure?: string } => {
  const { tasks } = useClient();
  const messages = useMessages();
  const [key, setKey] = useState<string>();
  const [thrown, setThrown] = useState<unknown>();
  useEffect(() => {
    let wanted = true;
    if (task)
      tasks.run(task.action, task.input, { asyncKey: uuid() }).then(
        (started) => wanted && setKey(started),
        (failure: unknown) => wanted && setThrown(failure),
      );
    return () => {
      wanted = false;
    };
  }, [tasks, task]);
  const state = key === undefined ? undefined : tasks.get(key);
  if (thrown !== undefined)
    return {
      failure:
        messages.find(messageOfThrown(thrown), valuesOfThrown(thrown)) ?? messages.format('errors.generalFailure'),
    };
  if (!state || !isTaskOver(state)) return {};
  if (state.resultURI) return { address: state.resultURI };
  return { failure: taskFailure(messages, state) ?? messages.format('errors.generalFailure') };
};

/** Saved by the browser once it is made. */
const MadeOnDemand = observer(({ text, task }: { readonly text: string; readonly task: PreviewedTask }) => {
  const [asked, setAsked] = useState<PreviewedTask>();
  const { address, failure } = useTaskFile(asked);
  if (failure !== undefined) return <span role="alert">{failure}</span>;
  if (address !== undefined)
    return (
      <a className="bp6-button bp6-outlined bp6-small" href={address} download>
        <Icon name="download" />
        <span className="bp6-button-text">{text}</span>
      </a>
    );
  return (
    <Button size="small" icon="download" loading={asked !== undefined} onClick={() => setAsked(task)}>
      {text}
    </Button>
  );
});

export const TaskPreview = observer(({ title, task, also = [], close }: TaskPreviewProps) => {
  const messages = useMessages();
  const [broken, setBroken] = useState(false);
  const { address, failure } = useTaskFile(task);
  const said = failure ?? (broken ? messages.format('errors.generalFailure') : undefined);
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
        {said !== undefined && <Empty icon="warning-sign" title={said} urgent />}
        {said === undefined && address === undefined && <Loading />}
        {said === undefined && address !== undefined && (
          <Suspense fallback={<Loading />}>
            <PdfViewer name={title} href={address} onFailure={() => setBroken(true)} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
});
