// Files of an item while it is edited: what is attached, in order, each removable. Files are added by upload, which is not there yet.

import type { FieldProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { attachmentUrl, fileIcon, isImage } from 'src/client/forms/display/FilesValue.tsx';
import { textsOf, useField } from 'src/client/forms/fields/useField.ts';
import { Chosen } from 'src/client/forms/widgets/Chosen.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

const FileLine = observer(({ id }: { readonly id: string }) => {
  const { items } = useClient();
  const { intl } = useMessages();
  const loaded = items.get(id);
  if (loaded.state !== 'ready') return <>{items.label(id) ?? id}</>;
  const { item } = loaded;
  return (
    <span className="kf-file">
      {isImage(item) ? <img src={attachmentUrl(id, 'small')} alt="" loading="lazy" /> : <Icon name={fileIcon(item)} />}
      <a href={attachmentUrl(id)} target="_blank" rel="noopener noreferrer" className="kf-file-name">
        {item.$label}
      </a>
      {typeof item.size === 'number' && <span className="kk-soft">{fileSize(item.size, intl.locale)}</span>}
    </span>
  );
});

export const FilesField = observer((props: FieldProps) => {
  const field = useField(props);
  const messages = useMessages();
  const { items } = useClient();
  const ids = textsOf(field.value);
  const visible = ids.filter((id) => items.label(id) !== undefined);
  const hidden = ids.filter((id) => !visible.includes(id));
  return (
    <div id={field.id} tabIndex={-1} className="kf-files-field">
      {visible.length === 0 && <p className="kf-help">{messages.format('forms.files.none')}</p>}
      <Chosen
        entries={visible.map((id) => ({ key: id, name: items.label(id) ?? id, content: <FileLine id={id} /> }))}
        ordered
        disabled={field.disabled}
        focusAfter={field.id}
        onChange={(keys) => {
          const next = [...keys, ...hidden];
          field.set(next.length === 0 ? undefined : field.property.many ? next : next[0]);
          field.leave();
        }}
      />
    </div>
  );
});
