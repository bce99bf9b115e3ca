// A colour, by the browser's picker or typed as # and 3 or 6 digits.

import type { WidgetProps } from '@rjsf/utils';
import { TextInput } from 'src/client/forms/widgets/InputWidget.tsx';
import { useFieldState } from 'src/client/forms/session/FieldState.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const LONG = /^#[0-9a-f]{6}$/i;

/** The picker knows the long form only. */
const pickable = (value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  const [, r, g, b] = SHORT.exec(text) ?? [];
  if (r && g && b) return `#${r}${r}${g}${g}${b}${b}`;
  return LONG.test(text) ? text : '#000000';
};

export const ColorWidget = (props: WidgetProps) => {
  const messages = useMessages();
  const { label } = useFieldState();
  return (
    <div className="kf-color">
      <input
        type="color"
        value={pickable(props.value)}
        disabled={props.disabled || props.readonly}
        aria-label={messages.format('forms.pickColor', { name: label })}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <TextInput props={props} look={{ autoComplete: 'off', spellCheck: false, dir: 'ltr', className: 'kf-number' }} />
    </div>
  );
};
