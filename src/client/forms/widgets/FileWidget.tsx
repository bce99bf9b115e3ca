// A small file kept in the value itself, as a data URL, for forms that ask for one. Attachments of items are another thing.

import type { WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';

/** `name=` stands in the data URL, where RJSF looks for it. */
const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(String(reader.result).replace(';base64', `;name=${encodeURIComponent(file.name)};base64`)),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });

export const FileWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const { id, disabled, readonly, multiple, options } = props;
  const take = async (files: FileList | null): Promise<void> => {
    const urls = await Promise.all([...(files ?? [])].map(dataUrlOf));
    props.onChange(multiple ? urls : urls[0]);
  };
  return (
    <input
      id={id}
      type="file"
      multiple={multiple}
      accept={typeof options.accept === 'string' ? options.accept : undefined}
      disabled={disabled || readonly}
      {...controlAria(state)}
      onChange={(event) => void take(event.target.files)}
      onBlur={() => props.onBlur(id, props.value)}
    />
  );
};
