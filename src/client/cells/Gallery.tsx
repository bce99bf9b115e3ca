// The attachments of an item: pictures to open large, sound and film to play, everything else to open or download.
// Bytes come from the attachment doors, which look at the rights of the item at that moment.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { fileIds } from 'src/client/cells/fileIds.ts';
import { useClient } from 'src/client/useClient.ts';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useWords } from 'src/client/ui/words.ts';

const text = (item: Item, name: string): string => {
  const value = item[name];
  return typeof value === 'string' ? value : '';
};

const nameOf = (file: Item): string => text(file, 'originalName') || file.$label;
const hrefOf = (file: Item): string =>
  `/attachment/${encodeURIComponent(file.$id)}/${encodeURIComponent(nameOf(file))}`;
const variantOf = (file: Item, variant: 'small' | 'large'): string =>
  `/attachment/${encodeURIComponent(file.$id)}?variant=${variant}`;

const Picture = ({ file }: { readonly file: Item }) => {
  const [open, setOpen] = useState(false);
  const name = nameOf(file);
  const caption = text(file, 'caption');
  return (
    <>
      <button type="button" className="kk-thumb" onClick={() => setOpen(true)}>
        <img src={variantOf(file, 'small')} alt={caption || name} loading="lazy" />
      </button>
      <Dialog open={open} size="wide" title={name} onClose={() => setOpen(false)}>
        <img className="kk-large" src={variantOf(file, 'large')} alt={caption || name} />
        {caption !== '' && <p>{caption}</p>}
      </Dialog>
    </>
  );
};

const Player = ({ file }: { readonly file: Item }) => {
  const kind = text(file, 'filetype').split('/')[0];
  // Captions are files of their own when a community adds them; there is no track to name here.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'audio') return <audio controls preload="none" src={hrefOf(file)} aria-label={nameOf(file)} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'video') return <video controls preload="none" src={hrefOf(file)} aria-label={nameOf(file)} />;
  return kind === 'image' ? (
    <Picture file={file} />
  ) : (
    <span className="kk-thumb kk-thumb-file">
      <Icon name="document" />
    </span>
  );
};

const Attached = observer(({ id }: { readonly id: string }) => {
  const { items } = useClient();
  const words = useWords();
  const loaded = items.get(id);
  if (loaded.state === 'gone' || loaded.state === 'failed') return null;
  if (loaded.state === 'loading') return <li className="kk-file kk-soft">{words.say('app.loading')}</li>;
  const file = loaded.item;
  const size =
    typeof file.size === 'number'
      ? words.intl.formatNumber(file.size / 1000, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
      : '';
  return (
    <li className="kk-file">
      <Player file={file} />
      <a href={hrefOf(file)} target="_blank" rel="noopener">
        {nameOf(file)}
      </a>
      <span className="kk-soft">{[text(file, 'filetype'), size].filter(Boolean).join(' · ')}</span>
      {text(file, 'caption') !== '' && <p>{text(file, 'caption')}</p>}
    </li>
  );
});

export const Gallery = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => (
  <ul className="kk-plain-list kk-files">
    {fileIds(type, item).map((id) => (
      <Attached key={id} id={id} />
    ))}
  </ul>
));
