// The widget for values that people type in their own way, such as dates.

import type { WidgetProps } from '@rjsf/utils';
import { TypedInput, type Typing } from 'src/client/fields/widgets/TypedInput.tsx';
import type { DayStore } from 'src/client/stores/DayStore.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Dates are typed by the day of the organisation, moments by that of the reader. */
export type Days = Pick<DayStore, 'today' | 'midnight'>;

/** Returns the rules for typing and showing the values of a kind. */
export type TypingOf = (messages: Messages, days: Days) => Typing;

export const typedWidget = (typingOf: TypingOf) =>
  function TypedWidget({ id, value, disabled, readonly, onChange, onBlur }: WidgetProps) {
    return (
      <TypedInput
        id={id}
        value={value}
        disabled={disabled === true || readonly === true}
        typing={typingOf(useMessages(), useClient().day)}
        onChange={onChange}
        onLeave={() => onBlur(id, value)}
      />
    );
  };
