// RJSF's own words as message ids `forms.rjsf.{Name}`, with p1 and p2 for its %1 and %2.

import { TranslatableString } from '@rjsf/utils';
import type { IntlShape } from 'react-intl';

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TranslatableString).map(([name, english]) => [english, name]),
);

export const translateWith =
  (intl: IntlShape) =>
  (text: TranslatableString, params: readonly string[] = []): string =>
    intl.formatMessage({ id: `forms.rjsf.${NAMES.get(text) ?? text}` }, { p1: params[0] ?? '', p2: params[1] ?? '' });
