// Shows one file with the viewer of its kind, or the reason why it cannot be shown. Each viewer is loaded when it is first needed.

import { lazy, Suspense, useCallback, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { Button } from 'src/client/ui/Button.tsx';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { DownloadLink } from 'src/client/viewers/DownloadLink.tsx';
import { fileKind } from 'src/client/ui/fileKind.ts';
import {
  hrefOf,
  fileTitle,
  numberProperty,
  fileTypeOf,
  viewerKind,
  type ViewerKind,
} from 'src/client/viewers/fileFacts.ts';
import { FileFailure } from 'src/client/viewers/fileFailure.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';
import { fileSize } from 'src/model/text/fileSize.ts';
import type { Item } from 'src/model/item/Item.ts';

type Viewer = LazyExoticComponent<ComponentType<ViewerProps>>;

const VIEWER_BY_KIND: Readonly<Partial<Record<ViewerKind, Viewer>>> = {
  image: lazy(() => import('src/client/viewers/ImageViewer.tsx').then((module) => ({ default: module.ImageViewer }))),
  audio: lazy(() => import('src/client/viewers/AudioViewer.tsx').then((module) => ({ default: module.AudioViewer }))),
  video: lazy(() => import('src/client/viewers/VideoViewer.tsx').then((module) => ({ default: module.VideoViewer }))),
  pdf: lazy(() => import('src/client/viewers/PdfViewer.tsx').then((module) => ({ default: module.PdfViewer }))),
  model: lazy(() => import('src/client/viewers/ModelViewer.tsx').then((module) => ({ default: module.ModelViewer }))),
  text: lazy(() => import('src/client/viewers/TextViewer.tsx').then((module) => ({ default: module.TextViewer }))),
};

interface FailedProps {
  readonly file: Item;
  readonly failure: FileFailure;
  readonly again: () => void;
}

const ViewerFailure = ({ file, failure, again }: FailedProps) => {
  const messages = useMessages();
  const { reason, names } = failure;
  const isThere = !['failed', 'forbidden', 'gone', 'withheld'].includes(reason);
  return (
    <Empty
      icon={reason === 'forbidden' || reason === 'withheld' ? 'ban-circle' : 'error'}
      title={messages.format('viewers.failed', { name: fileTitle(file) })}
      urgent
      action={
        isThere ? (
          <DownloadLink file={file} />
        ) : (
          <Button icon="refresh" onClick={again}>
            {messages.format('app.tryAgain')}
          </Button>
        )
      }
    >
      {messages.format(`viewers.why.${reason}`, { names: names.slice(0, 3).join(', ') })}
    </Empty>
  );
};

/** Shown for a kind without a viewer. */
const NoViewer = ({ file }: { readonly file: Item }) => {
  const messages = useMessages();
  const size = numberProperty(file, 'size');
  const kind = [fileKind(messages, fileTypeOf(file)), size === undefined ? '' : fileSize(size, messages.intl.locale)];
  return (
    <Empty icon="document" title={fileTitle(file)} action={<DownloadLink file={file} />}>
      {messages.format('viewers.none', { kind: kind.filter(Boolean).join(', ') })}
    </Empty>
  );
};

interface StageProps {
  readonly file: Item;
  readonly beside: readonly Item[];
}

export const Stage = ({ file, beside }: StageProps) => {
  const [failure, setFailure] = useState<FileFailure>();
  const onFailure = useCallback((each: FileFailure) => setFailure(each), []);
  const kind = viewerKind(file);
  const again = (): void => setFailure(undefined);
  if (kind === 'svg' || kind === 'webPage')
    return <ViewerFailure file={file} failure={new FileFailure(kind)} again={again} />;
  const Viewer = VIEWER_BY_KIND[kind];
  if (!Viewer) return <NoViewer file={file} />;
  if (failure) return <ViewerFailure file={file} failure={failure} again={again} />;
  return (
    <Boundary instead={(retry) => <ViewerFailure file={file} failure={new FileFailure('failed')} again={retry} />}>
      <Suspense fallback={<Loading />}>
        <Viewer file={file} name={fileTitle(file)} href={hrefOf(file)} beside={beside} onFailure={onFailure} />
      </Suspense>
    </Boundary>
  );
};
