// Dates that may be uncertain, typed as people write them and confirmed in words below: "About 1910 (1 January 1910 to 31 December 1910)".

import type { IntlShape } from 'react-intl';
import { pageDateWords } from 'src/client/kinds/approximateDate/DateInWords.tsx';
import type { TypingOf } from 'src/client/kinds/typedControls.tsx';
import { dateAndDays, meaningWords } from 'src/model/kinds/approximateDate/dateAndDays.ts';
import { dateInWords } from 'src/model/kinds/approximateDate/dateInWords.ts';
import { checkedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { possibleDays, readTypedDate } from 'src/model/kinds/approximateDate/readTypedDate.ts';

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/;

const capitalized = (text: string, { locale }: IntlShape): string =>
  `${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}`;

export const approximateDateTyping: TypingOf = ({ intl, format }) => {
  const words = pageDateWords(intl);
  return {
    read: (text) => readTypedDate(text, { language: intl.locale, format }),
    write: (kept) => (checkedDate(kept) ? dateInWords(kept, words) : undefined),
    say: (kept, isNew) => (isNew ? capitalized(dateAndDays(kept, words, intl.locale), intl) : ''),
    question: (text) => {
      const [first, second] = possibleDays(text)?.map((day) => meaningWords(day, words, intl.locale)) ?? [];
      return first === undefined || second === undefined ? undefined : format('dates.dayOrder', { first, second });
    },
    example: format('dates.example'),
    calendar: { type: 'date', valueOf: (kept) => (WHOLE_DAY.test(kept) ? kept : '') },
  };
};
