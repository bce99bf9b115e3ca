// Attachments as read: thumbnails of images, names, kinds and sizes. A file the reader may not see is not shown.

import { stringIn } from 'src/base/stringsIn.ts';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { absentText } from 'src/client/navigation/absentText.ts';
import { categoryOf, UploadCategory } from 'src/client/fields/display/FileCategory.tsx';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useClient } from 'src/client/useClient.ts';
import { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
import type { Item } from 'src/model/item/Item.ts';
import { parseUploadRef, type UploadRef } from 'src/model/item/uploadRef.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

const FILE_ICONS: Readonly<Record<string, string>> = { image: 'media', audio: 'music', video: 'video', model: 'cube' };

/** SVG files can only be downloaded: they have no smaller copies. */
export const isImage = (item: Item): boolean =>
  stringIn(item.filetype).startsWith('image/') && stringIn(item.filetype) !== 'image/svg+xml';

export const fileIcon = (item: Item): string => FILE_ICONS[stringIn(item.filetype).split('/')[0] ?? ''] ?? 'document';

export const attachmentUrl = (id: string, variant?: 'small' | 'medium' | 'large'): string =>
  `/attachment/${encodeURIComponent(id)}${variant ? `?variant=${variant}` : ''}`;

const FileEntry = observer(({ id, compact }: { readonly id: string; readonly compact: boolean }) => {
  const client = useClient();
  const { items } = client;
  const intl = useIntl();
  const loaded = items.get(id);
  if (loaded.state === 'gone') return null;
  if (loaded.state !== 'ready') {
    const reason = absentText(loaded);
    return reason === 'cells.hiddenItem' ? null : (
      <li className="kk-soft">{items.label(id) ?? <FormattedMessage id={reason} />}</li>
    );
  }
  const { item } = loaded;
  return (
    <li>
      <a
        href={attachmentUrl(id)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => event.stopPropagation()}
        className="kf-file"
      >
        {isImage(item) && !compact ? (
          <SmallPicture src={attachmentUrl(id, 'small')} otherwise={<Icon name={fileIcon(item)} />} />
        ) : (
          <Icon name={fileIcon(item)} />
        )}
        <span className="kf-file-name">{item.$label}</span>
      </a>
      {!compact && typeof item.size === 'number' && (
        <span className="kk-soft">
          {' '}
          {[categoryOf(client, item), fileSize(item.size, intl.locale)].filter(Boolean).join(', ')}
        </span>
      )}
    </li>
  );
});

/** File of a draft, which is not an item yet. */
const UploadEntry = observer(({ upload, list }: { readonly upload: UploadRef; readonly list: string | undefined }) => {
  const { name } = useClient().uploads.get(upload.key);
  return (
    <li>
      {name ?? <FormattedMessage id="forms.upload.nameless" />}
      <UploadCategory list={list} category={upload.category} />
    </li>
  );
});

export const FilesValue = ({ value, property, compact }: ValueProps) => {
  const all = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
  const ids = [...new Set(all)];
  if (compact) return <FormattedMessage id="forms.files.count" values={{ count: ids.length }} />;
  return (
    <ul className="kf-files">
      {ids.map((id) => {
        const upload = parseUploadRef(id);
        return upload ? (
          <UploadEntry key={id} upload={upload} list={property.files?.categories} />
        ) : (
          <FileEntry key={id} id={id} compact={compact} />
        );
      })}
    </ul>
  );
};
