// Files of an item in a form: attached and uploading ones in order, each with its caption and a button to remove it. People add files by
// choosing, dropping, pasting or with the camera. UploadStore sends them.

import type { FieldProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { itemName } from 'src/client/navigation/itemName.ts';
import { FileLine, UploadLine } from 'src/client/fields/FileLines.tsx';
import { FileIntake } from 'src/client/fields/FileIntake.tsx';
import { PhotoPlace } from 'src/client/fields/PhotoPlace.tsx';
import { textsOf, useField } from 'src/client/fields/useField.ts';
import { Chosen, type ChosenEntry } from 'src/client/fields/widgets/Chosen.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { parseUploadRef, uploadRef, type UploadFacts } from 'src/model/item/uploadRef.ts';

/** Returns the key of a value; uploads with different captions have the same key. */
const fileKey = (value: string): string => parseUploadRef(value)?.key ?? value;

export const FilesField = observer((props: FieldProps) => {
  const field = useField(props);
  const messages = useMessages();
  const { items, uploads } = useClient();
  const list = field.property.files?.categories;
  const values = textsOf(field.value);
  const isShown = (value: string): boolean => parseUploadRef(value) !== undefined || !items.isAbsent(value);
  const visible = values.filter(isShown);
  const hidden = values.filter((value) => !isShown(value));
  const set = (next: readonly string[]): void => {
    const all = [...next, ...hidden];
    field.set(all.length === 0 ? undefined : field.property.many ? all : all[0]);
  };
  const entryOf = (value: string): ChosenEntry => {
    const ref = parseUploadRef(value);
    if (!ref) {
      const name = itemName(items, messages.format, value);
      return { key: value, name, content: <FileLine id={value} disabled={field.disabled} categories={list} /> };
    }
    const change = (facts: UploadFacts): void =>
      set(visible.map((each) => (each === value ? uploadRef(ref.key, { ...ref, ...facts }) : each)));
    const category =
      list === undefined
        ? undefined
        : { list, value: ref.category, onChange: (next?: string) => change({ category: next }) };
    return {
      key: ref.key,
      name: uploads.get(ref.key).name ?? messages.format('forms.upload.nameless'),
      content: (
        <UploadLine
          uploadKey={ref.key}
          disabled={field.disabled}
          caption={ref.caption}
          onCaption={(caption) => change({ caption })}
          category={category}
        />
      ),
    };
  };
  const letGo = (gone: readonly string[]): void => {
    for (const value of gone) {
      const key = parseUploadRef(value)?.key;
      if (key !== undefined) uploads.cancel(key);
    }
  };
  const most = field.property.many ? (props.schema.maxItems ?? Number.POSITIVE_INFINITY) : 1;
  return (
    <div id={field.id} tabIndex={-1} className="kf-files-field">
      {field.disabled && visible.length === 0 && <p className="kf-help">{messages.format('forms.files.none')}</p>}
      <Chosen
        entries={visible.map(entryOf)}
        ordered
        disabled={field.disabled}
        focusAfter={field.id}
        onChange={(keys) => {
          letGo(visible.filter((value) => !keys.includes(fileKey(value))));
          set(keys.flatMap((key) => visible.find((value) => fileKey(value) === key) ?? []));
          field.leave();
        }}
      />
      {!field.disabled && <PhotoPlace uploadKeys={visible.flatMap((value) => parseUploadRef(value)?.key ?? [])} />}
      {!field.disabled && (
        <FileIntake
          property={field.property}
          // Where there is one only, another takes its place.
          left={most === 1 ? 1 : most - values.length}
          most={most}
          instead={most === 1 && visible.length === 1}
          onFiles={(files) => {
            const added = files.map((file) => uploadRef(uploads.add(file)));
            if (most === 1) letGo(visible);
            set(most === 1 ? added : [...visible, ...added]);
          }}
        />
      )}
    </div>
  );
});
