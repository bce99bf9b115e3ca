// Attachments of an item: each opens large in its viewer; sound and film also play in place. The attachment routes check the rights on the
// item for each request.

import { observer } from 'mobx-react-lite';
import { type MouseEvent, useRef } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import { attachmentUrl, fileIcon, isImage } from 'src/client/fields/display/FilesValue.tsx';
import { categoryOf } from 'src/client/fields/display/FileCategory.tsx';
import { movedTo } from 'src/client/fields/widgets/Chosen.tsx';
import { CaptionInPlace } from 'src/client/viewers/CaptionInPlace.tsx';
import { focusMoved, MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import type { ItemStore, Loaded } from 'src/client/stores/ItemStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { fileKind } from 'src/client/ui/fileKind.ts';
import { captionOf, hrefOf, fileTitle, fileTypeOf, isRecording } from 'src/client/viewers/fileFacts.ts';
import { useOpenFile } from 'src/client/viewers/openFile.tsx';
import { Voices } from 'src/client/viewers/Voices.tsx';
import { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
import { fileSize } from 'src/model/text/fileSize.ts';

/** Thumbnail of a file, or the icon of its kind. Opens the file large. */
const FileThumb = ({ file }: { readonly file: Item }) => {
  const messages = useMessages();
  const { show } = useOpenFile();
  const name = messages.format('cells.enlarge', { name: fileTitle(file) });
  return (
    <button type="button" className="kk-thumb" aria-label={name} onClick={() => show(file.$id)}>
      {isImage(file) ? (
        <SmallPicture src={attachmentUrl(file.$id, 'medium')} otherwise={<Icon name={fileIcon(file)} />} />
      ) : (
        <Icon name={fileIcon(file)} />
      )}
    </button>
  );
};

const Player = ({ file }: { readonly file: Item }) => {
  const kind = fileTypeOf(file).split('/')[0];
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording has no caption track: a transcript is a file of its own
  if (kind === 'audio') return <audio controls preload="metadata" src={hrefOf(file)} aria-label={fileTitle(file)} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the files have no caption track
  if (kind === 'video') return <video controls preload="metadata" src={hrefOf(file)} aria-label={fileTitle(file)} />;
  return <FileThumb file={file} />;
};

/** Returns true for a file without a connection: files are not kept on the device. */
const isMissedFile = (loaded: Loaded): boolean => loaded.state === 'failed' && isUnreachable(loaded.problem);

/** Part of a file that is shown elsewhere on the page: its image, or its sound. */
type ShownAs = 'picture' | 'sound';

const isShownAs = (file: Item, elsewhere: ShownAs | undefined): boolean =>
  elsewhere === 'picture' ? isImage(file) : elsewhere === 'sound' && fileTypeOf(file).startsWith('audio/');

/** Player of a file's sound without its name; nothing for a file of another kind. `films`: also for a film. */
export const Sound = observer(({ id, films = false }: { readonly id: ItemId; readonly films?: boolean }) => {
  const loaded = useClient().items.get(id);
  if (loaded.state !== 'ready') return null;
  const isPlayed = films ? isRecording(loaded.item) : isShownAs(loaded.item, 'sound');
  return isPlayed ? <Player file={loaded.item} /> : null;
});

/**
 * Returns true for a file that has a line in the list. A sound in the head of the page has none: further facts of it are with
 * the files. Observable.
 */
export const isListed = (
  items: Pick<ItemStore, 'get'>,
  { id, elsewhere }: { readonly id: ItemId; readonly elsewhere: ShownAs | undefined },
): boolean => {
  const loaded = items.get(id);
  if (loaded.state === 'ready') return elsewhere !== 'sound' || !isShownAs(loaded.item, elsewhere);
  return loaded.state === 'loading' ? elsewhere !== 'sound' : isMissedFile(loaded);
};

/** Position among the other files when the order may be changed. */
interface Place {
  readonly at: number;
  readonly last: boolean;
  readonly drag: ReturnType<typeof useOrderDrag>;
  readonly move: (by: 1 | -1) => void;
}

/** Link to the page on which the file is shown large, for opening it in a new tab and sharing it. */
const FileLink = observer(({ file }: { readonly file: Item }) => {
  const { href, show } = useOpenFile();
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(file.$id);
  };
  return (
    <a href={href(file.$id)} onClick={open}>
      {fileTitle(file)}
    </a>
  );
});

const NONE_ABOVE: readonly ItemId[] = [];

interface AttachedProps extends Pick<GalleryProps, 'elsewhere' | 'captions' | 'above'> {
  readonly id: ItemId;
  readonly order: Place | undefined;
}

const Attached = observer(({ id, elsewhere, above = NONE_ABOVE, captions, order }: AttachedProps) => {
  const client = useClient();
  const { items } = client;
  const messages = useMessages();
  const loaded = items.get(id);
  if (loaded.state === 'gone' || loaded.state === 'failed') return null;
  if (loaded.state === 'ready' && !isListed(items, { id, elsewhere })) return null;
  if (loaded.state === 'loading') return <li className="kk-file kk-soft">{messages.format('app.loading')}</li>;
  const file = loaded.item;
  const size = typeof file.size === 'number' ? fileSize(file.size, messages.intl.locale) : '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drag target for the pointer; the buttons do the same
    <li className="kk-file" {...order?.drag.placeAt(order.at)}>
      {!isShownAs(file, elsewhere) && !above.includes(id) && <Player file={file} />}
      <FileLink file={file} />
      <span className="kk-soft">
        {[categoryOf(client, file), fileKind(messages, fileTypeOf(file)), size].filter(Boolean).join(', ')}
      </span>
      {captions ? (
        <CaptionInPlace file={file} name={fileTitle(file)} />
      ) : (
        captionOf(file) !== '' && <p dir="auto">{captionOf(file)}</p>
      )}
      <Voices file={file} />
      {order && (
        <span className="kk-file-order">
          <DragHandle {...order.drag.handleAt(order.at)} />
          <MoveButtons name={fileTitle(file)} first={order.at === 0} last={order.last} move={order.move} />
        </span>
      )}
    </li>
  );
});

export interface GalleryProps {
  readonly ids: readonly ItemId[];
  /** Files of this kind are already shown elsewhere, so only name and size are listed. */
  readonly elsewhere?: ShownAs | undefined;
  /** Files that are at the top of the page, as a large picture or with a player, so only their names and sizes are listed. */
  readonly above?: readonly ItemId[] | undefined;
  /** Captions can be edited by people who may. */
  readonly captions?: boolean;
  /** Called with the files in their new order, hidden ones last. Absent when the order may not be changed. */
  readonly onOrder?: (ids: readonly ItemId[]) => void;
}

export const Gallery = observer(({ ids, elsewhere, above, captions = false, onOrder }: GalleryProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const isShown = (id: ItemId): boolean => !['gone', 'failed'].includes(items.get(id).state);
  const shown = ids.filter(isShown);
  const unreachable = ids.filter((id) => isMissedFile(items.get(id)));
  const put = (from: number, to: number): void =>
    onOrder?.([...movedTo(shown, from, to), ...ids.filter((id) => !shown.includes(id))]);
  const drag = useOrderDrag(put);
  const move = (at: number, by: 1 | -1): void => {
    put(at, at + by);
    requestAnimationFrame(() => focusMoved(list.current?.children[at + by], by));
  };
  const files = (
    <ul ref={list} className={ids.length === 1 ? 'kk-plain-list kk-files kk-files-one' : 'kk-plain-list kk-files'}>
      {shown.map((id, at) => (
        <Attached
          key={id}
          id={id}
          elsewhere={elsewhere}
          above={above}
          captions={captions}
          order={
            onOrder && shown.length > 1
              ? { at, last: at === shown.length - 1, drag, move: (by) => move(at, by) }
              : undefined
          }
        />
      ))}
    </ul>
  );
  if (unreachable.length === 0) return files;
  return (
    <>
      {shown.length > 0 && files}
      <p className="kk-soft">{messages.format('offline.files', { count: unreachable.length })}</p>
    </>
  );
});
