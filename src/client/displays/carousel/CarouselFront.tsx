// Front of a carousel: the first file of the item that can be shown or played, with its caption, and the item's own
// words. The viewer of its kind shows it large and zoomed.

import { observer } from 'mobx-react-lite';
import { lazy, useEffect, useState } from 'react';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { hasPicture, imageAddress } from 'src/client/viewers/CoverImage.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { RowLevel, RowSummary, Thumb } from 'src/client/displays/RowSummary.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { captionOf, captionTracks, hrefOf, fileTitle, viewerKind } from 'src/client/viewers/fileFacts.ts';
import { Tracks } from 'src/client/viewers/PlayerParts.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import 'src/client/displays/carousel/carousel.css';

const FileViewer = lazy(() =>
  import('src/client/viewers/FileViewer.tsx').then((module) => ({ default: module.FileViewer })),
);

const SHOWN_KINDS = ['image', 'audio', 'video'];

interface Media {
  /** Files of the item that the person may read. */
  readonly files: readonly Item[];
  /** The one in front. */
  readonly file: Item | undefined;
}

/** Observable: call it inside an observer. */
const useItemMedia = (item: Item, type: ItemType): Media => {
  const { items } = useClient();
  const files = idsOfFiles(item[type.view.slides?.media ?? '']).flatMap((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
  const first = (kind: string): Item | undefined => files.find((file) => viewerKind(file) === kind);
  const [image, audio, video] = SHOWN_KINDS.map(first);
  return { files, file: image ?? video ?? audio ?? files[0] };
};

interface PictureProps extends Media {
  readonly item: Item;
  readonly type: ItemType;
  readonly show: (id: ItemId) => void;
}

const CarouselPicture = ({ item, type, file, files, show }: PictureProps) => {
  const messages = useMessages();
  const [failed, setFailed] = useState(false);
  const kind = file && viewerKind(file);
  if (file && kind === 'video')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks, where it has some, are made by Tracks
      <video controls playsInline preload="metadata" src={hrefOf(file)} aria-label={fileTitle(file)}>
        <Tracks tracks={captionTracks(file, files)} />
      </video>
    );
  const picture =
    hasPicture(type, item) && !failed && kind !== 'audio' ? (
      <img
        src={imageAddress(item.$id, 'large')}
        alt={messages.format('viewers.pictureOf', { name: item.$label })}
        draggable={false}
        onError={() => setFailed(true)}
      />
    ) : (
      <Thumb item={item} type={type} variant="large" />
    );
  return (
    <>
      {file ? (
        <button
          type="button"
          className="kk-carousel-enlarge"
          aria-label={messages.format('cells.enlarge', { name: fileTitle(file) })}
          onClick={() => show(file.$id)}
        >
          {picture}
        </button>
      ) : (
        picture
      )}
      {file && kind === 'audio' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording has no caption track: a transcript is a file of its own
        <audio controls preload="metadata" src={hrefOf(file)} aria-label={fileTitle(file)} />
      )}
    </>
  );
};

interface FrontProps {
  readonly id: ItemId;
  readonly note: () => void;
}

export const CarouselFront = observer(({ id, note }: FrontProps) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const type = registry.types[typeOfId(id)];
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  return (
    <div className="kk-carousel-front">
      {item && type ? <FrontFile key={id} item={item} type={type} /> : <div className="kk-carousel-picture" />}
      <div className="kk-carousel-words">
        <ItemLink id={id} className="kk-carousel-title" onFollow={note}>
          {item?.$label}
        </ItemLink>
        {item && type && <RowSummary item={item} type={type} display={type.view.row} />}
        {item && <RowLevel item={item} />}
      </div>
    </div>
  );
});

/** The first picture, film or sound of an item with its caption. Opens large in its viewer. */
export const FrontFile = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const media = useItemMedia(item, type);
  const [large, setLarge] = useState<ItemId>();
  const caption = media.file === undefined ? '' : captionOf(media.file);
  return (
    <figure className="kk-carousel-figure">
      <div className="kk-carousel-picture">
        <CarouselPicture item={item} type={type} {...media} show={setLarge} />
      </div>
      {caption !== '' && <figcaption dir="auto">{caption}</figcaption>}
      {large !== undefined && (
        <Later>
          <FileViewer
            id={large}
            ids={media.files.map(({ $id }) => $id)}
            show={setLarge}
            close={() => setLarge(undefined)}
          />
        </Later>
      )}
    </figure>
  );
});

/** The pictures to either side are there when they are asked for. Observable: call it inside an observer. */
export const usePreloaded = (ids: readonly (ItemId | undefined)[]): void => {
  const { items, registry } = useClient();
  const wanted = ids.flatMap((id) => {
    const loaded = id === undefined ? undefined : items.get(id);
    if (loaded?.state !== 'ready') return [];
    const type = registry.types[loaded.item._t];
    return type && hasPicture(type, loaded.item) ? [imageAddress(loaded.item.$id, 'large')] : [];
  });
  const key = wanted.join(' ');
  useEffect(() => {
    for (const src of key.split(' ')) if (src !== '') new Image().src = src;
  }, [key]);
};
