// Image of an item, from the route that serves images by item id. Shown only when the type declares an image and the item has a file.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { isImage } from 'src/client/fields/display/FilesValue.tsx';
import type { Client } from 'src/client/Client.ts';
import { useClient } from 'src/client/useClient.ts';
import { useOpenFile } from 'src/client/viewers/openFile.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const Dialog = lazy(() => import('src/client/ui/Dialog.tsx').then((module) => ({ default: module.Dialog })));

export const hasPicture = (type: ItemType, item: Item): boolean => {
  const value = type.view.image === undefined ? undefined : item[type.view.image];
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
};

export const imageAddress = (id: string, variant: 'small' | 'medium' | 'large'): string =>
  `/item-id-image/${encodeURIComponent(id)}?variant=${variant}`;

/** Returns the first image among its files, as the server chooses it; undefined until they are known. Observable. */
export const coverFileOf = ({ items }: Pick<Client, 'items'>, type: ItemType, item: Item): ItemId | undefined => {
  const ids = type.view.image === undefined ? [] : idsOfFiles(item[type.view.image]);
  return ids.find((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' && isImage(loaded.item);
  });
};

export const CoverImage = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const messages = useMessages();
  const [failed, setFailed] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [open, setOpen] = useState(false);
  const file = coverFileOf(useClient(), type, item);
  const { show } = useOpenFile();
  if (failed || !hasPicture(type, item)) return null;
  const name = messages.format('cells.enlarge', { name: item.$label });
  return (
    <>
      {/* The button has a label only, because a title would be read a second time. The image repeats the caption. */}
      <button
        type="button"
        className={`kk-cover${loaded ? ' kk-cover-loaded' : ''}`}
        aria-label={name}
        onClick={() => (file ? show(file) : setOpen(true))}
      >
        <img
          src={imageAddress(item.$id, 'medium')}
          alt=""
          loading="lazy"
          onLoad={() => setLoaded(true)}
          onError={() => setFailed(true)}
        />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Dialog open size="wide" title={item.$label} onClose={() => setOpen(false)}>
            {/* The title of the dialog names the image. */}
            <img className="kk-large" src={imageAddress(item.$id, 'large')} alt="" />
          </Dialog>
        </Suspense>
      )}
    </>
  );
});
