// Files as the answer to a short question, as a form takes them. Loaded with the questions.

import { observer } from 'mobx-react-lite';
import { FileIntake } from 'src/client/forms/fields/FileIntake.tsx';
import { UploadLine } from 'src/client/forms/fields/FileLines.tsx';
import 'src/client/forms/forms.css';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';
import { parseUploadRef, uploadRef } from 'src/model/item/uploadRef.ts';
import type { Property } from 'src/model/schema/Property.ts';

interface FilesInputProps {
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly property: Property;
}

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Files that are added; those that the item has already stay with it. */
export const FilesInput = observer(({ value, set, property }: FilesInputProps) => {
  const { uploads } = useClient();
  const messages = useMessages();
  const values = textsIn(value);
  const added = values.flatMap((each) => parseUploadRef(each) ?? []);
  const most = property.maxItems ?? 1;
  const remove = (key: string): void => {
    uploads.cancel(key);
    set(values.filter((each) => parseUploadRef(each)?.key !== key));
  };
  return (
    <div className="kf-field">
      {added.length > 0 && (
        <ul className="kk-plain-list">
          {added.map(({ key, caption }) => (
            <li key={key} className="kk-composer-file">
              <div className="kk-fill">
                <UploadLine
                  uploadKey={key}
                  caption={caption}
                  disabled={false}
                  onCaption={(text) =>
                    set(
                      values.map((each) =>
                        parseUploadRef(each)?.key === key ? uploadRef(key, { caption: text }) : each,
                      ),
                    )
                  }
                />
              </div>
              <IconButton
                icon="cross"
                label={messages.format('forms.remove', { name: uploads.get(key).name ?? '' })}
                onClick={() => remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <FileIntake
        property={property}
        left={most - values.length}
        most={most}
        instead={false}
        onFiles={(files) => set([...values, ...files.map((file) => uploadRef(uploads.add(file)))])}
      />
    </div>
  );
});
