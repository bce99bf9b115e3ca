// A date known in part, in one text input: `1931`, `Mar 1931` or `7 Mar 1931`. How it is understood stands below while it is typed.

import type { FieldProps } from '@rjsf/utils';
import { useField } from 'src/client/forms/fields/useField.ts';
import { formatPartialDate, plainPartialDate } from 'src/client/forms/text/partialDate.ts';
import { readPartialDate } from 'src/client/forms/text/typedDate.ts';
import { sayDay } from 'src/client/forms/widgets/MomentWidgets.tsx';
import { TypedInput } from 'src/client/forms/widgets/TypedInput.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const DAY_LENGTH = 10;

export const PartialDateField = (props: FieldProps) => {
  const field = useField(props);
  const { intl, format } = useMessages();
  const reader = { intl, today: useClient().day.today };
  return (
    <TypedInput
      id={field.id}
      value={field.value}
      disabled={field.disabled}
      onChange={field.set}
      onLeave={field.leave}
      typing={{
        read: (text) => readPartialDate(text, reader),
        write: (kept) => (readPartialDate(kept, reader) === kept ? plainPartialDate(intl, kept) : undefined),
        say: (kept, typing) => {
          if (!typing) return '';
          return kept.length === DAY_LENGTH ? sayDay(intl, kept, true) : formatPartialDate(intl, kept);
        },
        example: format('forms.partialDateExample'),
        calendar: { type: 'date', valueOf: (kept) => (kept.length === DAY_LENGTH ? kept : '') },
      }}
    />
  );
};
