// The words of an approximate date, loaded with the first date that needs them.

import { useIntl, type IntlShape } from 'react-intl';
import 'src/client/intl/laterMessages.ts';
import { partialDate } from 'src/client/kinds/approximateDate/partialDate.ts';
import { isolated } from 'src/client/ui/direction.ts';
import { dateInWords, type DateWords } from 'src/model/kinds/approximateDate/dateInWords.ts';

export const pageDateWords = (intl: IntlShape): DateWords => ({
  format: (id, values) => intl.formatMessage({ id }, values),
  date: (text, year) => partialDate(intl, text, year),
});

export const DateInWords = ({ stored }: { readonly stored: string }) => {
  const intl = useIntl();
  return isolated(dateInWords(stored, pageDateWords(intl)), intl.locale);
};
