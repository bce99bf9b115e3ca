// A file of the form that is shown with a text, by language.

import { useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { SelectRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { withText } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import type { FormText } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

interface MediaRowProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly names: FormText | undefined;
  readonly set: (names: FormText | undefined) => void;
}

/** Offers the files of the form. A name without a file stays, because the file may be added later. */
export const MediaRow = ({ label, keys, names, set }: MediaRowProps) => {
  const { media } = useFormEditing();
  const messages = useMessages();
  return keys.map((key) => {
    const name = names?.[key] ?? '';
    const offered = name === '' || media.includes(name) ? media : [name, ...media];
    if (offered.length === 0) return null;
    return (
      <SelectRow
        key={key}
        label={
          keys.length > 1
            ? messages.format('formEditor.inLanguage', { label, language: messages.language(key) })
            : label
        }
        value={name}
        choices={[
          ['', messages.format('formEditor.noFile')],
          ...offered.map((each): readonly [string, string] => [each, each]),
        ]}
        set={(chosen) => set(withText(names, key, chosen))}
      />
    );
  });
};
