// The input of a text that is declared as Markdown. The editor loads with the first such form; without it, people edit the Markdown source.

import type { WidgetProps } from '@rjsf/utils';
import { lazy, Suspense } from 'react';
import { fieldProperty } from 'src/client/fields/useField.ts';
import { useMergeFields } from 'src/client/fields/markdown/fieldList.ts';
import { useFieldState } from 'src/client/fields/session/FieldState.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { TextareaWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';

const Editor = lazy(() =>
  import('src/client/fields/markdown/MarkdownEditor.tsx').then((module) => ({ default: module.MarkdownEditor })),
);

export const MarkdownWidget = (props: WidgetProps) => {
  const { id, value, disabled, readonly, options, onChange, onBlur, onFocus } = props;
  const field = useFieldState();
  const type = useFormSession()?.model.type ?? '';
  const list = useMergeFields(type, fieldProperty(props.uiSchema)?.name ?? '');
  const text = typeof value === 'string' ? value : '';
  return (
    <Boundary instead={() => <TextareaWidget {...props} />}>
      <Suspense fallback={<Loading />}>
        <Editor
          {...{ id, field, list }}
          value={text}
          disabled={disabled === true || readonly === true}
          onChange={(changed) => onChange(changed === '' ? options.emptyValue : changed)}
          onBlur={() => onBlur(id, value)}
          onFocus={() => onFocus(id, value)}
        />
      </Suspense>
    </Boundary>
  );
};
