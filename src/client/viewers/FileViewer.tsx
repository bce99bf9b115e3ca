// Shows one file large over the page, with the viewer of its kind, its caption, and buttons for the previous and next file. The address of
// its column contains the file (openFile.tsx), so a link opens it. Loaded when a file is first opened.

import 'src/client/intl/laterMessages.ts';
import 'src/client/viewers/viewers.css';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { isRtl } from 'src/client/ui/direction.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useSwipe } from 'src/client/ui/useSwipe.ts';
import { useFullScreen } from 'src/client/ui/useFullScreen.ts';
import { DownloadLink } from 'src/client/viewers/DownloadLink.tsx';
import { fileKind } from 'src/client/ui/fileKind.ts';
import { captionOf, fileTitle, numberProperty, fileTypeOf } from 'src/client/viewers/fileFacts.ts';
import { Stage } from 'src/client/viewers/Stage.tsx';
import { Voices } from 'src/client/viewers/Voices.tsx';
import { fileSize } from 'src/model/text/fileSize.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

export interface FileViewerProps {
  /** Files of the item in order. */
  readonly ids: readonly ItemId[];
  readonly id: ItemId;
  readonly show: (id: ItemId) => void;
  readonly close: () => void;
}

/** Elements that use arrow keys themselves. */
const KEEPS_ARROWS = 'input, select, textarea, audio, video, [data-arrows], [role="slider"]';

interface Neighbours {
  readonly previous: ItemId | undefined;
  readonly next: ItemId | undefined;
  readonly show: (id: ItemId) => void;
}

/** Runs after the viewer of the file, which handles its own keys. */
const useArrows = ({ previous, next, show }: Neighbours): void => {
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(KEEPS_ARROWS)) return;
      // The listener is on the document, so the page's direction applies.
      const [back, on] = isRtl() ? [next, previous] : [previous, next];
      if (key === 'ArrowLeft' && back) show(back);
      if (key === 'ArrowRight' && on) show(on);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [previous, next, show]);
};

const ViewerFoot = ({ file }: { readonly file: Item }) => {
  const messages = useMessages();
  const size = numberProperty(file, 'size');
  const facts = [fileKind(messages, fileTypeOf(file)), size === undefined ? '' : fileSize(size, messages.intl.locale)];
  return (
    <div className="kk-viewer-foot">
      {captionOf(file) !== '' && <p dir="auto">{captionOf(file)}</p>}
      <Voices file={file} />
      <p className="kk-soft">{facts.filter(Boolean).join(', ')}</p>
    </div>
  );
};

const Unavailable = ({ gone }: { readonly gone: boolean }) => {
  const messages = useMessages();
  return (
    <Empty icon={gone ? 'trash' : 'ban-circle'} title={messages.format('viewers.why.gone')} urgent>
      {!gone && messages.format('viewers.why.forbidden')}
    </Empty>
  );
};

const useCopyLink = (): (() => void) => {
  const { alerts } = useClient();
  return () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => alerts.success('copy.done'),
      () => alerts.warn('copy.refused'),
    );
  };
};

export const FileViewer = observer(({ ids, id, show, close }: FileViewerProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const screen = useFullScreen();
  const copyLink = useCopyLink();
  const loaded = items.get(id);
  const beside = ids.flatMap((each) => {
    const other = each === id ? undefined : items.get(each);
    return other?.state === 'ready' ? [other.item] : [];
  });
  const shown = ids.filter((each) => each === id || !['gone', 'failed'].includes(items.get(each).state));
  const at = shown.indexOf(id);
  const [previous, next] = [shown[at - 1], shown[at + 1]];
  const file = loaded.state === 'ready' ? loaded.item : undefined;
  const name = file ? fileTitle(file) : messages.format(loaded.state === 'loading' ? 'app.loading' : 'cells.gone');
  useArrows({ previous, next, show });
  const swipe = useSwipe(
    (step) => {
      const to = step > 0 ? next : previous;
      if (to) show(to);
    },
    (target) => target.closest(`${KEEPS_ARROWS}, [data-zoomed], button`) !== null,
  );
  return (
    <Dialog
      open
      size="viewer"
      title={name}
      onClose={close}
      tools={
        <>
          {shown.length > 1 && (
            <>
              <span className="kk-soft" role="status">
                {messages.format('viewers.at', { at: at + 1, count: shown.length })}
              </span>
              <IconButton
                icon="chevron-left"
                label={messages.format('viewers.previous')}
                disabled={!previous}
                onClick={() => previous && show(previous)}
              />
              <IconButton
                icon="chevron-right"
                label={messages.format('viewers.next')}
                disabled={!next}
                onClick={() => next && show(next)}
              />
            </>
          )}
          {screen.possible && (
            <IconButton icon="fullscreen" label={messages.format('viewers.fullScreen')} onClick={screen.toggle} />
          )}
          <IconButton icon="link" label={messages.format('copy.link')} onClick={copyLink} />
          {file && <DownloadLink file={file} small />}
        </>
      }
    >
      <div className="kk-viewer" ref={screen.element} {...swipe}>
        {screen.on && (
          <span className="kk-viewer-leave">
            <IconButton icon="minimize" label={messages.format('viewers.fullScreenEnd')} onClick={screen.toggle} />
          </span>
        )}
        {loaded.state === 'loading' && <Loading />}
        {(loaded.state === 'gone' || loaded.state === 'failed') && <Unavailable gone={loaded.state === 'gone'} />}
        {file && <Stage key={id} file={file} beside={beside} />}
        {file && <ViewerFoot file={file} />}
      </div>
    </Dialog>
  );
});
