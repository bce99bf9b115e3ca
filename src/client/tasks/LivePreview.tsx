// PDF preview next to a text, updated while the text is typed.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import 'src/client/viewers/viewers.css';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { PreviewFeed, type PreviewedTask } from 'src/client/tasks/PreviewFeed.ts';
import { taskFailure } from 'src/client/tasks/taskText.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const PdfViewer = lazy(() =>
  import('src/client/viewers/PdfViewer.tsx').then((module) => ({ default: module.PdfViewer })),
);

interface LivePreviewProps {
  readonly title: string;
  readonly task: PreviewedTask;
}

export const LivePreview = observer(({ title, task }: LivePreviewProps) => {
  const { tasks } = useClient();
  const messages = useMessages();
  const [feed] = useState(() => new PreviewFeed(tasks));
  const [broken, setBroken] = useState<string>();
  const asked = JSON.stringify(task);
  useEffect(() => feed.ask(JSON.parse(asked) as PreviewedTask), [feed, asked]);
  useEffect(() => () => feed.end(), [feed]);
  const { shown, busy, failed } = feed;
  const address = shown?.resultURI ?? undefined;
  const reason =
    failed &&
    (failed.task
      ? taskFailure(messages, failed.task)
      : messages.find(messageOfThrown(failed.thrown), valuesOfThrown(failed.thrown)));
  const isFailed = failed !== undefined || (address !== undefined && broken === address);
  return (
    <section className="kk-live-preview" aria-label={messages.format('letters.beside')}>
      {isFailed && <Band tone="danger">{reason ?? messages.format('errors.generalFailure')}</Band>}
      {address !== undefined && busy && <p className="kk-soft">{messages.format('letters.besideAgain')}</p>}
      {address === undefined && !isFailed && <Loading />}
      {address !== undefined && (
        <div className="kk-viewer">
          <Suspense fallback={<Loading />}>
            <PdfViewer key={address} name={title} href={address} onFailure={() => setBroken(address)} />
          </Suspense>
        </div>
      )}
    </section>
  );
});
