// Dates that may be uncertain, typed as people write them and confirmed in words below: "About 1910 (1 January 1910 to 31 December 1910)".

import type { IntlShape } from 'react-intl';
import { pageDateWords } from 'src/client/kinds/approximateDate/DateInWords.tsx';
import { readNearDay } from 'src/model/calendar/typedDate.ts';
import type { TypingOf } from 'src/client/kinds/typedControls.tsx';
import { dateAndDays, meaningWords } from 'src/model/kinds/approximateDate/dateAndDays.ts';
import { dateInWords } from 'src/model/kinds/approximateDate/dateInWords.ts';
import { checkedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { readTypedDate } from 'src/model/kinds/approximateDate/readTypedDate.ts';
import { unclearDate } from 'src/model/kinds/approximateDate/unclearDate.ts';

/** EDTF has one meaning for "1910-12" but people have two: this sign, which has no width, keeps the text from being saved before they choose. */
const UNCLEAR = '\u200B';
const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/;

const capitalized = (text: string, { locale }: IntlShape): string =>
  `${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}`;

export const approximateDateTyping: TypingOf = ({ intl, format }, { today }) => {
  const words = pageDateWords(intl);
  return {
    read: (text) =>
      readNearDay(text, { language: intl.locale, today }) ??
      readTypedDate(text.replaceAll(UNCLEAR, ''), { language: intl.locale, format }),
    keep: (text) => (checkedDate(text.trim()) ? `${text}${UNCLEAR}` : text),
    write: (kept) => (checkedDate(kept) ? dateInWords(kept, words) : undefined),
    say: (kept, isNew) => (isNew ? capitalized(dateAndDays(kept, words, intl.locale), intl) : ''),
    question: (text) => {
      const unclear = unclearDate(text.replaceAll(UNCLEAR, '').trim());
      if (!unclear) return undefined;
      const [first = '', second = '', third = ''] = unclear.meanings.map((each) =>
        meaningWords(each, words, intl.locale),
      );
      return format(unclear.question, { first, second, third });
    },
    example: format('dates.example'),
    calendar: { type: 'date', valueOf: (kept) => (WHOLE_DAY.test(kept) ? kept : '') },
  };
};
