// One line of a field with files: an attachment that the item has, or a file that is being uploaded, with its caption.

import { HTMLSelect, ProgressBar, TextArea } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { attachmentUrl, fileIcon, isImage } from 'src/client/fields/display/FilesValue.tsx';
import { useFileChoice } from 'src/client/fields/useFileChoice.tsx';
import type { PendingUpload } from 'src/client/upload/UploadStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

const CAPTION_LENGTH = 2_000;

interface CaptionProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (caption: string) => void;
  readonly onLeave?: () => void;
}

const Caption = ({ name, value, onChange, onLeave }: CaptionProps) => {
  const messages = useMessages();
  return (
    <TextArea
      className="kf-caption"
      autoResize
      rows={1}
      dir="auto"
      maxLength={CAPTION_LENGTH}
      aria-label={messages.format('forms.upload.caption', { name })}
      placeholder={messages.format('forms.upload.captionHint')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
    />
  );
};

interface CategoryProps {
  readonly name: string;
  /** The value list of the site. */
  readonly list: string;
  readonly value: string | undefined;
  readonly onChange: (category: string | undefined) => void;
}

const CategoryChoice = observer(({ name, list, value = '', onChange }: CategoryProps) => {
  const { lists } = useClient();
  const messages = useMessages();
  const offered = (lists.values(list, SYSTEM_OWNER) ?? []).filter(
    ({ key, state }) => state === 'ACTIVE' || key === value,
  );
  return (
    <HTMLSelect
      className="kf-category"
      aria-label={messages.format('forms.upload.category', { name })}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{messages.format('forms.upload.noCategory')}</option>
      {offered.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </HTMLSelect>
  );
});

/** An attachment is an item: its caption is saved when the field is left, and kept on this device until then; its category at once. */
const AttachedFacts = observer(
  ({
    id,
    name,
    categories,
  }: {
    readonly id: string;
    readonly name: string;
    readonly categories: string | undefined;
  }) => {
    const { drafts, alerts } = useClient();
    const draft = drafts.of(id);
    const { caption, category } = draft.values;
    // The text stays in the field and on this device, also when the server refuses it.
    const save = async (): Promise<void> => {
      try {
        const saved = await draft.save();
        if (saved) alerts.saved();
        else if (draft.conflict) alerts.warn('forms.upload.captionConflict', { name });
        else if (Object.keys(draft.problems).length > 0) alerts.warn('forms.upload.captionRefused', { name });
      } catch (thrown) {
        alerts.error(thrown, true);
      }
    };
    const categorise = (next: string | undefined): void => {
      const { category: _, ...others } = draft.values;
      draft.set(next === undefined ? others : { ...others, category: next });
      void save();
    };
    return (
      <>
        {categories !== undefined && (
          <CategoryChoice
            name={name}
            list={categories}
            value={typeof category === 'string' ? category : undefined}
            onChange={categorise}
          />
        )}
        <Caption
          name={name}
          value={typeof caption === 'string' ? caption : ''}
          onChange={(next) => draft.set({ ...draft.values, caption: next })}
          onLeave={() => {
            if (draft.dirty) void save();
          }}
        />
      </>
    );
  },
);

interface FileLineProps {
  readonly id: string;
  readonly disabled: boolean;
  /** The value list of the categories of files here. */
  readonly categories?: string | undefined;
}

export const FileLine = observer(({ id, disabled, categories }: FileLineProps) => {
  const { items } = useClient();
  const { intl, format } = useMessages();
  const loaded = items.get(id);
  if (loaded.state !== 'ready') return <>{itemName(items, format, id)}</>;
  const { item } = loaded;
  const icon = (
    <span className="kf-file-thumb">
      <Icon name={fileIcon(item)} />
    </span>
  );
  return (
    <span className="kf-file-line">
      {isImage(item) ? (
        <SmallPicture className="kf-file-thumb" src={attachmentUrl(id, 'small')} otherwise={icon} />
      ) : (
        icon
      )}
      <span className="kf-file-facts">
        <span>
          <a href={attachmentUrl(id)} target="_blank" rel="noopener noreferrer" className="kf-file-name">
            {item.$label}
          </a>{' '}
          {typeof item.size === 'number' && <span className="kk-soft">{fileSize(item.size, intl.locale)}</span>}
        </span>
        {!disabled && items.may(id, 'update') && <AttachedFacts id={id} name={item.$label} categories={categories} />}
      </span>
    </span>
  );
});

const THUMB_PX = 112;

/** Draws the picture on a canvas, because the content security policy of the page allows only pictures from the server. */
const PendingPicture = ({ file }: { readonly file: File }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let wanted = true;
    createImageBitmap(file)
      .then((picture) => {
        const { current } = canvas;
        const scale = THUMB_PX / Math.min(picture.width, picture.height);
        if (wanted && current)
          current
            .getContext('2d')
            ?.drawImage(
              picture,
              (THUMB_PX - picture.width * scale) / 2,
              (THUMB_PX - picture.height * scale) / 2,
              picture.width * scale,
              picture.height * scale,
            );
        picture.close();
      })
      .catch(() => {}); // no picture that this browser can draw
    return () => {
      wanted = false;
    };
  }, [file]);
  return <canvas ref={canvas} className="kf-file-thumb" width={THUMB_PX} height={THUMB_PX} aria-hidden />;
};

const TOO_LARGE = 413;
const TOO_MANY = 429;

const uploadFailure = ({ status }: PendingUpload): string => {
  if (status === TOO_LARGE) return 'forms.upload.tooLarge';
  if (status === TOO_MANY) return 'forms.upload.tooMany';
  return status === undefined ? 'forms.upload.waiting' : 'forms.upload.failed';
};

interface ProgressProps {
  /** Key of the upload. */
  readonly uploadKey: string;
  readonly name: string;
  /** True for a message that is not sent yet, which is sent and not saved. */
  readonly inMessage?: boolean | undefined;
}

const UploadProgress = observer(({ uploadKey, name, inMessage }: ProgressProps) => {
  const { uploads, alerts } = useClient();
  const messages = useMessages();
  const upload = uploads.get(uploadKey);
  const { state, sent, size = 0, file } = upload;
  const part = size === 0 ? 0 : sent / size;
  const shownSize = fileSize(size, messages.intl.locale);
  const choice = useFileChoice({
    onFiles: ([chosen]) => {
      if (!chosen) return;
      uploads.isSame(uploadKey, chosen).then(
        (same) => {
          if (same) uploads.retry(uploadKey, chosen);
          else alerts.warn('forms.upload.other', { name: chosen.name, wanted: name, size: shownSize });
        },
        (thrown: unknown) => alerts.error(thrown),
      );
    },
  });
  if (state === 'done')
    return (
      <span className="kk-soft">{messages.format(inMessage ? 'forms.upload.doneInMessage' : 'forms.upload.done')}</span>
    );
  if (state === 'asking') return <span className="kk-soft">{messages.format('app.loading')}</span>;
  if (state === 'missing')
    return (
      <>
        <span className="kf-file-trouble">{messages.format('forms.upload.missing', { part })}</span>
        <Button size="small" icon="upload" onClick={choice.open}>
          {messages.format('forms.upload.chooseAgain', { name })}
        </Button>
        {choice.input}
      </>
    );
  if (state === 'failed')
    return (
      <>
        <span className="kf-file-trouble">{messages.format(uploadFailure(upload))}</span>
        {file && (
          <Button size="small" icon="refresh" onClick={() => uploads.retry(uploadKey)}>
            {messages.format('forms.upload.again', { name })}
          </Button>
        )}
      </>
    );
  return (
    <>
      <ProgressBar value={part} stripes={false} aria-label={messages.format('forms.upload.progress', { name })} />
      <span className="kk-soft">{messages.format('forms.upload.sent', { part, size: shownSize })}</span>
    </>
  );
});

interface UploadLineProps extends Omit<ProgressProps, 'name'> {
  readonly caption: string | undefined;
  readonly disabled: boolean;
  readonly onCaption: (caption: string) => void;
  /** Absent where files have no categories. */
  readonly category?: Omit<CategoryProps, 'name'> | undefined;
}

export const UploadLine = observer(
  ({ uploadKey, inMessage, caption, category, disabled, onCaption }: UploadLineProps) => {
    const messages = useMessages();
    const upload = useClient().uploads.get(uploadKey);
    const name = upload.name ?? messages.format('forms.upload.nameless');
    return (
      <span className="kf-file-line">
        {upload.file?.type.startsWith('image/') === true ? (
          <PendingPicture file={upload.file} />
        ) : (
          <span className="kf-file-thumb">
            <Icon name="document" />
          </span>
        )}
        <span className="kf-file-facts">
          <span className="kf-file-name" dir="auto">
            {name}
          </span>
          <UploadProgress uploadKey={uploadKey} name={name} inMessage={inMessage} />
          {!disabled && category && <CategoryChoice name={name} {...category} />}
          {!disabled && <Caption name={name} value={caption ?? ''} onChange={onCaption} />}
        </span>
      </span>
    );
  },
);
